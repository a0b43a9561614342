import { ChevronDown } from 'lucide-react'

const suffixIcon = <ChevronDown className="i s" aria-hidden />

/** Every field that opens a list has the same arrow, whichever library draws it. */
export const antdIcons = { select: { suffixIcon }, cascader: { suffixIcon } }
