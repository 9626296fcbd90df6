import { expect, test } from 'vitest';
import { ada, basicAuthorization, enquiryApi, login } from './enquiry-api-for-tests.ts';

const { post, inbox } = enquiryApi();

test.each([
  ['the password', login.password],
  ['the application password', login.applicationPassword],
])('%s is accepted (5), including letters beyond ASCII', async (_, password) => {
  expect((await post('create', ada, { authorization: basicAuthorization(password) })).status).toBe(201);
});

test.each([
  ['no header', ''],
  ['a wrong password', basicAuthorization('wrong')],
  ['an empty password', basicAuthorization('')],
  ['another user', basicAuthorization(login.password, 'somebody')],
  ['both passwords', basicAuthorization(`${login.password}${login.applicationPassword}`)],
  ['another scheme', `Bearer ${basicAuthorization(login.password).slice(6)}`],
  ['no base64', 'Basic ????'],
  ['no encoding at all', 'Basic demo:demo-password'],
])('%s gets the 401 with its own shape (7)', async (_, authorization) => {
  for (const operation of ['create', 'upload', 'elsewhere']) {
    expect(await post(operation, ada, { authorization })).toEqual({
      status: 401,
      body: {
        code: 401,
        message: 'User authentication is required to access the REST API',
        data: { status: 'rest_cannot_access' },
      },
    });
  }
  const { enquiries, requests } = await inbox();
  expect(enquiries).toEqual([]);
  expect(requests[0]).toMatchObject({ operation: 'create', status: 401, authorization_ok: false });
});
