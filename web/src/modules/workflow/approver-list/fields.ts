import { titlesOf } from '@heliodesk/contract/fields.ts'
import { leaveKinds, oaForms, type OaKind } from '@heliodesk/contract/oa.ts'
import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'

/** A field of the form that a process decides about: its variable in the process. */
export type FormField = {
  name: string
  title: string
  kind: 'number' | 'text' | 'choice' | 'person' | 'people' | 'department'
  /** The titles by value. */
  choices?: Readonly<Record<string, string>>
}

/** The fields of a form that comes with the product, by the key of its process; none for other processes. */
export function fieldsOf(key: string): FormField[] {
  const form = own<(typeof oaForms)[OaKind]>(oaForms, key)
  if (!form) return []
  const shape: Readonly<Record<string, z.ZodType>> = form.shape
  return Object.entries(titlesOf(shape)).map(([name, title]) => {
    if (name === 'kind') return { name, title, kind: 'choice', choices: leaveKinds }
    return { name, title, kind: own(shape, name) instanceof z.ZodNumber ? 'number' : 'text' }
  })
}
