/** The position: a step, the summary after them, or -1 before all of them. */
export interface FlowPosition {
  step: number
  /** Opened from the summary to change one step: continuing leads back there. */
  isEdit: boolean
}

const stepParam = 'step'
const editParam = 'edit'

/** The position in an address; undefined without one. */
export function findFlowPosition(search: string, ids: readonly string[]): FlowPosition | undefined {
  const params = new URLSearchParams(search)
  const step = ids.indexOf(params.get(stepParam) ?? '')
  return step < 0 ? undefined : { step, isEdit: params.has(editParam) }
}

/** The address of a position; the rest of the address is kept. */
export function getFlowUrl(
  { step, isEdit }: FlowPosition,
  ids: readonly string[],
  { pathname, search }: { pathname: string; search: string } = location,
): string {
  const params = new URLSearchParams(search)
  const id = ids[step]
  if (id) params.set(stepParam, id)
  else params.delete(stepParam)
  if (isEdit) params.set(editParam, '')
  else params.delete(editParam)
  const text = params.toString().replace(`${editParam}=`, editParam)
  return text ? `${pathname}?${text}` : pathname
}
