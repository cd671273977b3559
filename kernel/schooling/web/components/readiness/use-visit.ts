import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { visitOrganisation } from '#packages/web/core/other-organisation.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { SchoolReadiness } from '../../../contract.ts'

export type VisitSchool = (school: SchoolReadiness, url: string) => void

/** Opens a page in a school; undefined for users who may not switch to schools. */
export function useVisit(): VisitSchool | undefined {
  const toast = useToast()
  const may = useMay()
  if (!may('org.visit')) return undefined
  return ({ orgId, orgName }, url) =>
    void visitOrganisation({ orgId, orgName, url }).catch((error: unknown) => toast.error(getErrorMessage(error)))
}
