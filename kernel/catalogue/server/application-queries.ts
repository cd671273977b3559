import { sql } from 'kysely'
import type { AppAudience, AppCategory } from '#packages/contract'
import type { Db } from '#packages/db'
import type { AppKind, AppStatus } from '../contract.ts'

/** A requested change of an application in use. */
export interface ApplicationChange {
  kind: AppKind
  name: string
  edition: string
  url: string
  logo: string
  author: string
  about: string
  category: AppCategory
  audience: AppAudience
  manageOrgId: string | null
  includesBelow: boolean
  ips: readonly string[]
  apiReach: number
  mainApp: string
}

export interface StoredApp extends ApplicationChange {
  key: string
  pinyin: string
  initials: string
  status: AppStatus
  sort: number
  manageOrgName: string
  manageOrgPath: string
  /** The company that offers it; null for those that the district registers itself. */
  developerId: string | null
  /** The platform stopped this company. */
  isBarred: boolean
  wanted: ApplicationChange | null
  auditReason: string
  hasSecret: boolean
  registeredAt: Date
  auditedAt: Date | null
  version: number
}

/** Every stored application of the district; there are some dozens. */
export async function listStoredApplications(db: Db): Promise<StoredApp[]> {
  const { rows } = await sql<StoredApp>`
    select a.key, a.kind, a.name, a.edition, a.pinyin, a.initials, a.url, a.logo, a.author, a.about, a.category,
      a.audience, a.status, a.sort, a.manage_org_id as "manageOrgId", coalesce(o.name, '') as "manageOrgName",
      coalesce(o.path::text, '') as "manageOrgPath", a.includes_below as "includesBelow", a.ips,
      a.api_reach as "apiReach", a.main_app as "mainApp", a.wanted, a.audit_reason as "auditReason",
      exists (select from app_secret s where s.app_key = a.key and s.state <> 'void') as "hasSecret", a.registered_at as "registeredAt", a.audited_at as "auditedAt",
      a.developer_id as "developerId", a.is_barred as "isBarred", a.version
    from application a left join v_org o on o.id = a.manage_org_id
    order by a.key
  `.execute(db)
  return rows
}

export async function listOrgNames(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}
