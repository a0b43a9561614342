import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * What is loaded together is one file each, with all it imports that no earlier group holds. Split by who shares what,
 * a page takes up to a hundred requests and is larger, because many small files compress badly (ADR 0058).
 */
const groups: Record<string, string[]> = {
  start: ['web/src/main.tsx'],
  workspace: ['web/src/app/workspace/Workspace.tsx', 'web/src/lib/others.ts'],
  lists: [
    'web/src/kit/page-table/ListPage.tsx',
    'web/src/kit/page-table/RowCard.tsx',
    'web/src/kit/page-table/list-query.ts',
    'web/src/kit/page-table/page-source.ts',
    'web/src/kit/page-table/use-choice.ts',
    'web/src/kit/page-table/use-counted-page.ts',
    'web/src/kit/page-table/use-list-address.ts',
    'web/src/kit/use-batch-run.ts',
    'web/src/kit/use-unsaved.ts',
    'web/src/kit/BatchFaults.tsx',
    'web/src/kit/Chip.tsx',
    'web/src/kit/CopyText.tsx',
    'web/src/kit/LookTag.tsx',
    'web/src/kit/Marked.tsx',
    'web/src/kit/OnOff.tsx',
    'web/src/kit/Status.tsx',
    'web/src/kit/WhileOpen.tsx',
    'web/src/domain/ExportButton.tsx',
    'web/src/domain/org-tree/TreeField.tsx',
    'web/src/domain/record-filters.tsx',
    'web/src/domain/saved-views/SavedViewRow.tsx',
    'web/src/domain/saved-views/use-saved-views.ts',
    'contract/src/work-order-list.ts',
    'contract/src/work-order-rules.ts',
  ],
  choices: ['web/src/kit/OptionList.tsx'],
  records: [
    'web/src/domain/DepartmentSelect.tsx',
    'web/src/kit/Segments.tsx',
    'web/src/kit/searching.tsx',
    'web/src/lib/download.ts',
    'contract/src/device-fields.ts',
    'contract/src/exports.ts',
    'contract/src/record-calls.ts',
    'contract/src/station-fields.ts',
  ],
  forms: [
    'web/src/kit/ButtonGroup.tsx',
    'web/src/kit/CommandDialog.tsx',
    'web/src/kit/ConfirmDialog.tsx',
    'web/src/kit/CountedTextarea.tsx',
    'web/src/kit/DetailLayout.tsx',
    'web/src/kit/FieldsDrawer.tsx',
    'web/src/kit/Form.tsx',
    'web/src/kit/ReasonDialog.tsx',
    'web/src/kit/RecordDrawer.tsx',
    'web/src/kit/RemoveDialog.tsx',
    'web/src/kit/SearchField.tsx',
    'web/src/kit/SendDialog.tsx',
    'web/src/kit/fields/LongTextField.tsx',
    'web/src/kit/fields/PickerField.tsx',
    'web/src/kit/fields/SelectField.tsx',
    'web/src/kit/fields/SelectManyField.tsx',
    'web/src/kit/fields/TextField.tsx',
    'web/src/kit/use-record-form.ts',
  ],
  files: [
    'web/src/kit/FilePicker.tsx',
    'web/src/kit/FileTiles.tsx',
    'web/src/kit/FilesInput.tsx',
    'web/src/kit/fields/FilesField.tsx',
  ],
  processes: [
    'web/src/domain/oa-form/TableLines.tsx',
    'web/src/domain/process-diagram/ProcessDiagram.tsx',
    'web/src/kit/Timeline.tsx',
    'web/src/kit/side-list/SideList.tsx',
    'contract/src/form-fields.ts',
  ],
}

const names = Object.keys(groups)

const fromHere = (file: string): string => join(import.meta.dirname, '..', file).replaceAll('\\', '/')

/** The groups as the bundler takes them, the icons that several pages show last. */
export const chunkGroups = [
  ...names.map((name, index) => {
    const files = new Set(groups[name]!.map(fromHere))
    return { name, test: (id: string) => files.has(id), priority: names.length - index + 1 }
  }),
  { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 1 },
]

/** Fails the build when a file of a group is not part of it, as after it was renamed. */
export function refuseUnmetFiles(): Plugin {
  return {
    name: 'heliodesk:chunk-groups',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const met = new Set(this.getModuleIds())
      const unmet = Object.values(groups)
        .flat()
        .filter((file) => !met.has(fromHere(file)))
      if (unmet.length > 0)
        this.error(`These files of chunk-groups.ts are not in the build: ${unmet.join(', ')}`)
    },
  }
}
