import { createContext, use } from 'react'

/** What the signed-in user may do. The server decides; here it only keeps useless buttons away. */
export const PermissionContext = createContext<ReadonlySet<string>>(new Set())

export function useMay() {
  const permissions = use(PermissionContext)
  // Whoever works here sees the desk at all.
  return (permission: string) => permission === 'staff' || permissions.has(permission)
}
