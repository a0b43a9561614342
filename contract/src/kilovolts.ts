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
export type Kilovolts = keyof typeof kilovolts
