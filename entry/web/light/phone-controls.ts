import type { ComponentType } from 'react'
import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { phoneControlTable } from '../tables/phone-controls.gen.ts'
import { loadPhonePart } from './phone-modules.ts'

/** The controls of all modules for fields of entities, by name; each is loaded with the first form that has it. */
export const phoneControls: Readonly<Record<string, ComponentType<PhoneControlProps>>> = Object.fromEntries(
  phoneControlTable.map(({ folder, id }) => [
    id,
    lazyComponent<PhoneControlProps>(async () => {
      const load = await loadPhonePart(folder, `control ${id}`, ({ controls }) => controls?.[id])
      return (await load()).default
    }),
  ]),
)
