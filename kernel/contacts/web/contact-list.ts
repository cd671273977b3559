import { sharedCol } from '#packages/web/core/list/columns.ts'
import type { PlainAction, SharedFact, SharedList } from '#packages/web/core/list/list-spec.ts'
import { contactsApi, hiddenPhoneText, type Colleague, type ColleagueDetail } from '../contract.ts'
import * as queries from './queries.ts'
import {
  formatDepartments,
  formatOfficePhones,
  formatOrgs,
  formatPhone,
  formatPhoneNumber,
  formatPosts,
  listPostText,
} from './post-text.ts'

const favouriteAction = (isFavourite: boolean, label: string): PlainAction<Colleague> => ({
  key: label,
  label,
  permission: 'staff',
  isPrimary: true,
  when: (row) => row.isFavourite !== isFavourite,
  run: (targets) => queries.setFavourite(targets, isFavourite),
  done: (count) => `已${label} ${count} 人`,
})

const toCall = (label: string, phone: string): SharedFact => ({
  label,
  text: formatPhone(phone),
  href: `tel:${phone.replaceAll(/[^\d+]/g, '')}`,
})

function getMobileFact({ mobile, isMobileHidden }: ColleagueDetail): SharedFact {
  return mobile ? toCall('手机', mobile) : { label: '手机', text: isMobileHidden ? hiddenPhoneText : '' }
}

const unique = (numbers: readonly string[]) => [...new Set(numbers.filter(Boolean))]

/** The number of the person, the office phones, those of the organisations, and when not to call. */
const listContactFacts = (person: ColleagueDetail): SharedFact[] => [
  getMobileFact(person),
  ...unique(person.posts.map(({ officePhone }) => officePhone)).map((phone) => toCall('办公电话', phone)),
  ...unique(person.posts.map(({ orgPhone }) => orgPhone)).map((phone) => toCall('单位电话', phone)),
  ...(person.quietFrom
    ? [{ label: '勿扰时段', text: `${person.quietFrom} 至 ${person.quietTo}，非紧急请勿来电` }]
    : []),
]

export const refuseKeyword = (keyword: string) =>
  contactsApi.search.body!.safeParse({ keyword }).success
    ? undefined
    : { title: '请输入关键字', text: '至少一个汉字，或两个字母、数字。' }

interface ContactListOptions {
  /** The people belong to several organisations: the list shows each one's organisation. */
  isMixed?: boolean
}

/** The people of a unit or of a search, on the desk and on phones. */
export const createContactList = ({ isMixed = false }: ContactListOptions): SharedList<Colleague, ColleagueDetail> => ({
  key: 'directory:',
  queryKey: queries.contactsKey,
  noun: { name: '人员', measure: '名', bare: '人' },
  unit: '人',
  page: queries.peoplePage,
  name: { title: '姓名', of: ({ name }) => name },
  columns: [
    ...(isMixed ? [sharedCol.text<Colleague>({ key: 'org', title: '单位', width: 152, of: formatOrgs })] : []),
    sharedCol.text({ key: 'department', title: '部门', width: 128, dropAt: 1, of: formatDepartments }),
    sharedCol.text({ key: 'post', title: '职务', width: 104, dropAt: 2, of: formatPosts }),
    sharedCol.text({ key: 'mobile', title: '手机', width: 168, of: formatPhoneNumber }),
    sharedCol.text({ key: 'office', title: '办公电话', width: 120, dropAt: 3, of: formatOfficePhones }),
  ],
  card: (row) => ({
    kind: formatPosts(row),
    facts: [
      isMixed ? formatOrgs(row) : formatDepartments(row),
      row.isMobileHidden ? hiddenPhoneText : formatOfficePhones(row),
    ].filter(Boolean),
    ...(row.mobile && { phone: row.mobile }),
  }),
  search: '姓名或拼音（全区）',
  refuseKeyword,
  actions: [favouriteAction(true, '收藏'), favouriteAction(false, '取消收藏')],
  detail: {
    of: queries.personDetail,
    name: ({ name }) => name,
    about: ({ posts, sex }) => [...new Set([formatOrgs({ posts }), formatPosts({ posts }), sex])].filter(Boolean),
    sections: (person) => [
      { title: '联系方式', facts: listContactFacts(person) },
      {
        title: '任职',
        facts: person.posts.map((post) => ({ label: post.orgName, text: listPostText(post).join(' ') || '教职工' })),
      },
    ],
  },
  empty: (name) => ({ title: `${name || '这里'}还没有人员`, text: '请选择下级单位，或在上方搜索姓名。' }),
})
