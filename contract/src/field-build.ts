/** The header by which a client says which build of the field commands it is. */
export const BUILD_HEADER = 'x-field-build'

/** Raised with every change of the field commands after which an older client must not send its own any more. */
export const FIELD_BUILD = 1

const ACCEPTED = 2

/** Whether the commands of a client are too old; without the header nobody can tell, and they are taken. */
export const isTooOld = (sent: string | undefined, current: number = FIELD_BUILD): boolean =>
  sent !== undefined && !(Number(sent) > current - ACCEPTED)
