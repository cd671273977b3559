import { createContext, Suspense, use, type ComponentType } from 'react'
import type { FieldControlProps, FieldValueProps } from '#packages/web/core/field-control.ts'
import { SkeletonBar } from '../skeleton.tsx'

interface FieldParts {
  controls: Readonly<Record<string, ComponentType<FieldControlProps>>>
  /** How a value is shown in a detail, where it is not a text. */
  values?: Readonly<Record<string, ComponentType<FieldValueProps>>>
}

/** What all modules provide for fields of entities, by name. The entry provides it, because it imports the modules. */
export const FieldControlsContext = createContext<FieldParts>({ controls: {} })

/** The control that a module provides under this name. It is loaded when a form or filter needs it. */
export function FieldControl({ of, ...props }: FieldControlProps & { of: string }) {
  const Control = use(FieldControlsContext).controls[of]
  if (!Control) throw new Error(`no module provides the control ${of}`)
  return (
    <Suspense fallback={<SkeletonBar />}>
      <Control {...props} />
    </Suspense>
  )
}

/** The value in a detail, as the module of its kind draws it. */
export function FieldValue({ of, ...props }: FieldValueProps & { of: string }) {
  const Value = use(FieldControlsContext).values?.[of]
  if (!Value) throw new Error(`no module shows values of ${of}`)
  return (
    <Suspense fallback={<SkeletonBar />}>
      <Value {...props} />
    </Suspense>
  )
}
