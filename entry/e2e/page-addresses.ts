import { buildPageUrl } from '#packages/contract'
import type { OutsideKind } from '#packages/core'
import { checkout } from '../../tools/stack/stack-paths.ts'
import { loadManifests } from '../../tools/web-tables.ts'

/** Pages for everybody, signed in or not. */
export const publicPages = [
  '/login',
  '/login?view=sms',
  '/login?view=forgot',
  '/userLogin',
  '/userLogin?view=sms',
  '/userLogin?view=activate',
  '/DD',
  '/transferLogin',
  '/footer',
  '/help',
  '/policy/privacy',
  '/policy/children',
  '/policy/user',
  '/homepage',
  '/DP/01a1ddff',
  '/developerLogin',
  '/developerLogin?tab=platform',
  '/developerRegister',
  '/lite',
]

/** Pages of the shell itself, and addresses that lead to none. */
const shellPages = ['/topMenu', '/puMain', '/401?redirect=/baseData/Orgs', '/404', '/application/GrowthTree']

const manifests = (await loadManifests(checkout)).map(({ manifest }) => manifest)

/** Pages inside the shell: those of every module, in every state that its manifest names. */
export const signedInPages = [
  ...new Set([
    ...manifests.flatMap((manifest) =>
      (manifest.pages ?? []).flatMap((page) =>
        // A page that is off the menu needs the query that other pages give it.
        [...(page.isOffMenu ? [] : ['']), ...(page.states ?? [])].map((state) => buildPageUrl(manifest, page) + state),
      ),
    ),
    ...shellPages,
  ]),
]

/** Pages of the people outside districts, by the kind of session. */
const listOutsidePages = (kind: OutsideKind) =>
  manifests.flatMap(({ web }) => web?.outsidePages ?? []).flatMap((page) => (page.kind === kind ? [page.address] : []))
export const developerPages = [...listOutsidePages('developer'), '/useApply?fill=new']
export const platformPages = listOutsidePages('platform')

/** Pages of pupils and guardians; those with a parameter are opened by journeys of their module. */
export const familyPages = manifests
  .flatMap(({ web }) => web?.phonePages ?? [])
  .filter((address) => !address.startsWith('/staffMain') && !address.includes(':'))

/** The page types, each in every state it has. */
export const galleryPages = [
  '',
  '/forms',
  '/details',
  '/wizard',
  '/states',
  '/lists',
  '/day-board',
  '/viewer',
  '/attachments',
  '/colours',
  '/parts',
]

/** One address of each public page that the specification names. */
export const specifiedPublicAddresses = [
  '/AttendanceStatisticsShow/01a1ddff-0000-7000-8000-000000000001',
  '/SchoolDistrictShow',
  '/EpidemicPrevention',
  '/ClassAIOManage/DP/1',
  '/DPH5/1',
  '/DP/1',
  '/homepageTeacherRecord',
  '/HomePageXSPJ',
  '/HomePageJXGY',
  '/homepageSYXX',
  '/homepageStatistics',
  '/homepage',
]
