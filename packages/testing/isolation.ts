import type { Route } from '#packages/contract'
import type { Actor, DistrictId } from '#packages/core'
import type { TestDatabase } from './database.ts'

/** Callers whom packages/http refuses before the handler: without a session, or with one that no route serves. */
export const callersWithoutAccess = ['none', 'malformed', 'expired', 'revoked', 'device'] as const
/** Callers outside districts: refused by every route but those of their own kind. */
export const callersOutside = ['platform', 'developer'] as const
/** Callers whose answer depends on the endpoint. The request is always about the home school. */
export const callersWithSession = [
  'pupil',
  'guardian',
  'teacher',
  'otherClassHead',
  'otherSchoolAdmin',
  'otherDistrictAdmin',
] as const
export type Caller =
  | 'owner'
  | (typeof callersWithoutAccess)[number]
  | (typeof callersOutside)[number]
  | (typeof callersWithSession)[number]

export interface IsolationSchool {
  id: string
  departmentId: string
  /** Ids and texts that must never be sent to others. */
  secrets: string[]
}

/** Two districts with three schools each, and people in them. */
export interface World {
  database: TestDatabase
  home: { districtId: DistrictId; bureauId: string; school: IsolationSchool; otherSchool: IsolationSchool }
  away: { districtId: DistrictId; bureauId: string; school: IsolationSchool }
  /** The home school's administrator: what others are refused must work for somebody. */
  owner: Actor
}

interface Request {
  query?: Record<string, string>
  body?: unknown
  /** A form with fields and files, for routes with files. */
  form?: Record<string, string | FormFile>
}

export interface FormFile {
  name: string
  content: string | Buffer
}

/** The expected `ret` of each caller. What the route's declared access decides is not repeated. */
export interface IsolationCase<Extra> {
  request?: (world: World, extra: Extra) => Request
  /** Every colleague of the district may know it: the school's names are secret only for another district. */
  isForDistrict?: true
  /** For public routes: the same for all callers. */
  everybody?: number
  owner?: number
  teacher?: number
  otherClassHead?: number
  otherSchoolAdmin?: number
  otherDistrictAdmin?: number
  pupil?: number
  guardian?: number
  /** For routes outside districts. */
  platform?: number
  developer?: number
}

export interface Isolation<Api extends Record<string, Route> = Record<string, Route>, Extra = unknown> {
  api: Api
  /** Creates what the requests refer to, in the home school. */
  prepare?: (world: World) => Promise<Extra>
  cases: { readonly [Name in keyof Api]: IsolationCase<Extra> }
}

/** A module's part of the access matrix: every endpoint of its contract, or it does not compile. */
export const defineIsolation = <const Api extends Record<string, unknown>, Extra = undefined>(
  api: Api,
  cases: { readonly [Name in keyof Api]: IsolationCase<Extra> },
  prepare?: (world: World) => Promise<Extra>,
): Isolation => ({ api: api as never, cases: cases as never, ...(prepare ? { prepare } : {}) })
