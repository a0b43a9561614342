// Modules register the first data of companies when they are loaded.
import '../modules.ts'

export { createTenant } from '../modules/companies/index.ts'
