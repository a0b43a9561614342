/** The first row of a statement that always returns one, such as a count or an insert. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`one row was to come, not ${rows.length}`)
  return row
}

/** The value of a key that must be in the map. */
export function entryOf<Key, Value>(map: { get(key: Key): Value | undefined }, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`nothing is held under ${String(key)}`)
  return value
}

/** Asserts that a value is present where another rule guarantees it but its type does not. */
export function present<Value>(value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error('a value is missing')
  return value
}
