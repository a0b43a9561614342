import { masked } from './data-columns.ts'

/*
 * Certificates of special operations are numbered by the identity number of their holder, with or without a T before it.
 * Such a number is personal, whatever field it stands in; other numbers of certificates are not.
 */

/** As app.without_identity (0257). */
const IDENTITY = /(?<!\d)\d{17}[\dXx](?!\d)/g

const MASKED = /\d{3}\*{4}\d{3}[\dXx]/

/** A text with the middle of the identity numbers in it hidden: T630****1234. */
export const maskIdentity = (text: string): string => text.replace(IDENTITY, masked)

/** Whether an identity number in the text is hidden, as callers without `user:personal` get it. */
export const isMaskedIdentity = (text: string): boolean => MASKED.test(text)
