import { z } from 'zod'
import { orgApi, type OrganisationDetail, type OrgTreeNode } from '../contract.ts'

const idAt = (at: number) => `01a05a43-fc00-7000-8001-${String(at).padStart(12, '0')}`

/** A small district: a bureau with an office, and two schools with departments of the same names. */
export const ids = {
  bureau: idAt(1),
  office: idAt(2),
  east: idAt(3),
  west: idAt(4),
  eastTeaching: idAt(5),
  eastGroup: idAt(6),
  westTeaching: idAt(7),
} as const

const nothing: Omit<OrganisationDetail, 'id' | 'formId' | 'parentId' | 'name' | 'type' | 'ancestors'> = {
  pinyin: '',
  pinyinInitials: '',
  contactName: '',
  kind: '',
  property: null,
  childCount: 0,
  userCount: 3,
  ownUserCount: 3,
  postalCode: '',
  address: '',
  phone: '',
  isDisabled: false,
  flag: 0,
  remark: '',
  host: '',
  sort: 1,
  areaCode: '',
  educationSystem: null,
  stages: [],
  isPublic: true,
  isDeleted: false,
  adminId: null,
  validCode: '',
  isVillage: false,
  parentAreaCode: '',
  skipsRepairAudit: false,
  skipsAdjustAudit: false,
  diskOpenToAll: false,
  classesByAcademic: false,
  version: 7,
  adminName: '',
  adminPassword: '',
  adminPasswordAgain: '',
}
const one = (
  id: string,
  parentId: string | null,
  name: string,
  type: OrganisationDetail['type'],
  ancestors: string[],
): OrganisationDetail => ({ ...nothing, id, formId: id, parentId, name, type, ancestors })

export const district: readonly OrganisationDetail[] = [
  { ...one(ids.bureau, null, '云禾区教育局', 'bureau', []), childCount: 3 },
  one(ids.office, ids.bureau, '办公室', 'department', ['云禾区教育局']),
  { ...one(ids.east, ids.bureau, '城东小学', 'school', ['云禾区教育局']), childCount: 1, stages: [2] },
  { ...one(ids.west, ids.bureau, '城西小学', 'school', ['云禾区教育局']), childCount: 1, stages: [2] },
  { ...one(ids.eastTeaching, ids.east, '教务处', 'department', ['云禾区教育局', '城东小学']), childCount: 1 },
  one(ids.eastGroup, ids.eastTeaching, '语文组', 'department', ['云禾区教育局', '城东小学', '教务处']),
  one(ids.westTeaching, ids.west, '教务处', 'department', ['云禾区教育局', '城西小学']),
]
export const organisationAt = (id: string) => district.find((each) => each.id === id)!

const toTreeNode = ({
  id,
  parentId,
  name,
  type,
  sort,
  userCount,
  isDisabled,
  childCount,
}: OrganisationDetail): OrgTreeNode => ({
  id,
  parentId,
  name,
  type,
  sort,
  userCount,
  belowCount: childCount,
  isDisabled,
  hasChild: childCount > 0,
})

interface CallInput {
  query: Record<string, string>
}

/** The server's answers about that district, in wire format. */
export const answers = {
  [orgApi.detail.path]: ({ query }: CallInput) => z.encode(orgApi.detail.data, organisationAt(query['fid']!)),
  [orgApi.tree.path]: ({ query }: CallInput) =>
    z.encode(
      orgApi.tree.data,
      district.filter(({ parentId }) => (parentId ?? '') === (query['parentId'] ?? '')).map(toTreeNode),
    ),
  [orgApi.search.path]: ({ query }: CallInput) => {
    const items = district.filter(
      ({ name, type }) => name.includes(query['keyword']!) && (!query['type'] || type === query['type']),
    )
    return z.encode(orgApi.search.data, { items, itemCount: items.length, pageCount: 1 })
  },
}
