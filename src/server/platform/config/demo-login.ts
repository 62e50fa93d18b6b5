/** What the merchant of the demo signs in and pays with: public, as nothing in a demo is worth anything. */
export const demoLogin = { username: 'amina', password: 'souk-demo-1', payPassword: '135790' };
