import { basename } from 'node:path'
import type { CSSModulesOptions } from 'vite'

/** A class of `order-list.module.css` is `order-list-card` in the page, so that a person finds its rules by name. */
export const styleModules: CSSModulesOptions = {
  generateScopedName: (name, file) => `${basename(file.split('?')[0]!, '.module.css')}-${name}`,
}
