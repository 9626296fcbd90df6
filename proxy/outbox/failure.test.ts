import { expect, test } from 'vitest';
import { decodeFailure, describeFailure, encodeFailure, type Failure } from './failure.ts';

test.each<[Failure, string]>([
  [{ cause: 'responded', status: 503 }, 'responded 503'],
  [{ cause: 'responded', status: 400, parameter: 'surname' }, 'responded 400: surname'],
  [{ cause: 'responded_without_result', status: 201 }, 'responded 201 without a result'],
  [
    { cause: 'responded_with_known_number', parameter: '4711 of 7K2PQ-2M9XD' },
    'responded with the number 4711 of 7K2PQ-2M9XD',
  ],
  [{ cause: 'not_connected', parameter: 'ECONNREFUSED' }, 'no connection (ECONNREFUSED)'],
  [{ cause: 'connection_timeout', parameter: '10' }, 'no connection (timed out after 10 s)'],
  [{ cause: 'no_response', parameter: 'ECONNRESET' }, 'no response (ECONNRESET)'],
  [{ cause: 'response_timeout', parameter: '0.5' }, 'timed out after 0.5 s'],
  [{ cause: 'interrupted' }, 'interrupted'],
  [{ cause: 'file_differs' }, 'spooled file differs'],
  [{ cause: 'file_unreadable' }, 'spooled file unreadable'],
])('%j is stored as a code and shown as “%s”', (failure, words) => {
  expect(describeFailure(decodeFailure(encodeFailure(failure))!)).toBe(words);
});

test('the same failure is always stored as the same text', () => {
  const parameter = undefined;
  expect(encodeFailure({ parameter, status: 400, cause: 'responded' })).toBe(
    encodeFailure({ cause: 'responded', status: 400 }),
  );
});
