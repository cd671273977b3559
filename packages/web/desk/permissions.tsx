import { createContext, use } from 'react'

/** The permissions of the signed-in user. The server decides; here they only hide useless buttons. */
export const PermissionContext = createContext<ReadonlySet<string>>(new Set())

export function useMay() {
  const permissions = use(PermissionContext)
  // Every user of the desk is staff.
  return (permission: string) => permission === 'staff' || permissions.has(permission)
}
