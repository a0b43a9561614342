import { useUrlQuery } from '../url-query.ts'
import { usePhone } from '../use-phone.ts'

export type SideChoice = ReturnType<typeof useSideChoice>

/**
 * What is chosen in a list at the side, by its code in the address. On a phone it is a separate view, which the back
 * button leaves. `about` are the parameters that belong to the chosen one.
 */
export function useSideChoice(parameter: string, about: readonly string[] = []) {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const code = query.get(parameter)
  const nothing = Object.fromEntries(about.map((name) => [name, null]))
  return {
    code,
    phone,
    /** Only the chosen one is shown. */
    isAlone: phone && code !== null,
    hrefOf: (next: string) => `${base}?${parameter}=${next}`,
    choose: (next: string | null) =>
      change({ [parameter]: next, ...nothing }, { push: phone && next !== null }),
    /** Back to the list, where only one of both shows. */
    onBack: phone ? () => leave([parameter, ...about]) : null,
  }
}
