/** A picker that only shows its value says so by `disabled`, '1' or 'true' beside `initValue` (spec 2 §7). */
export const isReadOnly = ({ initValue, disabled }: { initValue?: string; disabled?: string }): boolean =>
  initValue !== undefined && (disabled === '1' || disabled === 'true')
