/** The key of the secrets of companies in all processes of tests. */
export const TEST_SECRETS_KEY = 'the key of the secrets of the tests'
