import { createContext, Suspense, use, type ComponentType } from 'react'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { SkeletonBar } from '../skeleton.tsx'

/** The controls of all modules for fields of entities, by name. The entry provides them, because it imports the modules. */
export const FieldControlsContext = createContext<Readonly<Record<string, ComponentType<FieldControlProps>>>>({})

/** The control that a module provides under this name. It is loaded when a form or filter needs it. */
export function FieldControl({ of, ...props }: FieldControlProps & { of: string }) {
  const Control = use(FieldControlsContext)[of]
  if (!Control) throw new Error(`no module provides the control ${of}`)
  return (
    <Suspense fallback={<SkeletonBar />}>
      <Control {...props} />
    </Suspense>
  )
}
