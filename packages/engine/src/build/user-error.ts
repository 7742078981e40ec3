/** An error that the owner can fix. Its message says how. */
export class UserError extends Error {}
