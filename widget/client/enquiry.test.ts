import { expect, test } from 'vitest';
import { answerOf } from './enquiry.ts';

test.each([
  [422, '{"code":"empty"}', 'empty'],
  [404, '{"code":5,"message":"no route"}', 'http-404'],
  [502, '<html>', 'http-502'],
  [500, 'null', 'http-500'],
  [0, '', 'network'],
])('the code of %i with %s is %s', (status, text, code) => {
  expect(answerOf(status, text, null, 'reference' as never).code).toBe(code);
});
