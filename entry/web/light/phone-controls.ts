import type { FieldValueProps, PhoneControlProps } from '#packages/web/core/field-control.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { phoneControlTable } from '../tables/phone-controls.gen.ts'
import { loadPhonePart } from './phone-modules.ts'

/** The controls and values of fields of entities, by name; each is loaded when a page needs it. */
export const phoneFieldParts = {
  controls: Object.fromEntries(
    phoneControlTable.map(({ folder, id }) => [
      id,
      lazyComponent<PhoneControlProps>(async () => {
        const load = await loadPhonePart(folder, `control ${id}`, ({ controls }) => controls?.[id])
        return (await load()).default
      }),
    ]),
  ),
  values: Object.fromEntries(
    phoneControlTable.map(({ folder, id }) => [
      id,
      lazyComponent<FieldValueProps>(async () => {
        const load = await loadPhonePart(folder, `value ${id}`, ({ values }) => values?.[id])
        return (await load()).default
      }),
    ]),
  ),
}
