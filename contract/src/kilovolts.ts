/** Voltage levels by their key on the wire, in kV. */
export const kilovolts = {
  '0.4': '低压（0.4 kV）',
  '10': '10 kV',
  '35': '35 kV',
  '110': '110 kV',
  '220': '220 kV',
  '330': '330 kV',
  '500': '500 kV',
} as const
/** The choices of a form, the lowest first: an object would have whole numbers before 0.4. */
export const kilovoltChoices = Object.entries(kilovolts)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => Number(one.value) - Number(other.value))
export type Kilovolts = keyof typeof kilovolts
