import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import type { TreeListSpec, TreeSpec } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import { hiddenPhoneText, type Colleague, type ColleagueDetail } from '../contract.ts'
import { toChosenGroup, joinGroupForm, type JoinGroupForm } from './components/join-group-form.tsx'
import { PhoneNumber } from './components/phone-number.tsx'
import { getPersonSections } from './components/person-facts.tsx'
import { PersonPicture } from './components/person-picture.tsx'
import * as queries from './queries.ts'
import { formatDepartments, formatPosts, formatPhoneNumber, formatOfficePhones, formatOrgs } from './post-text.ts'

export type ContactsListSpec = TreeListSpec<Colleague, ColleagueDetail>

const tree: TreeSpec = {
  title: '单位和部门',
  change: '切换单位',
  isOther: true,
  level: queries.treeLevelQuery,
  parentOf: queries.parentQuery,
  search: { placeholder: '单位、部门或拼音', find: queries.unitSearchQuery },
  empty: { title: '通讯录中还没有单位' },
}

const favouriteAction = (isFavourite: boolean, label: string): RowAction<Colleague> => ({
  key: label,
  label,
  permission: 'staff',
  isPrimary: true,
  when: (row) => row.isFavourite !== isFavourite,
  run: (targets) => queries.setFavourite(targets, isFavourite),
  done: (count) => `已${label} ${count} 人`,
})

const joinAction = formAction<Colleague, JoinGroupForm>({
  key: 'join',
  label: '加入群组',
  permission: 'staff',
  createForm: () => joinGroupForm,
  run: (targets, values) => queries.joinGroup(targets, toChosenGroup(values)),
  done: (count) => `已加入群组 ${count} 人`,
})

const leaveAction = (groupId: string): RowAction<Colleague> => ({
  key: 'leave',
  label: '移出群组',
  permission: 'staff',
  isRemoval: true,
  run: (targets) => queries.leaveGroup(targets, groupId),
  done: (count) => `已移出 ${count} 人`,
})

const MarkedName = ({ name, keyword }: { name: string; keyword: string }) =>
  splitHighlights(name, keyword).map(({ text, isHit }) => (isHit ? <mark key={text}>{text}</mark> : text))

interface ContactsListOptions {
  /** A group of the caller, from which people can be removed. */
  groupId?: string | undefined
  /** The search keyword. */
  keyword?: string
  /** The people belong to several organisations: the list shows each one's organisation. */
  isMixed?: boolean
}

export const getContactsListSpec = ({
  groupId,
  keyword = '',
  isMixed = false,
}: ContactsListOptions): ContactsListSpec => ({
  key: 'directory:',
  queryKey: queries.contactsKey,
  unit: '人',
  measure: '人',
  counted: '人',
  isShallow: true,
  tree,
  page: queries.peoplePage,
  name: {
    title: '姓名',
    of: ({ name }) => name,
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
    ...(keyword && { draw: ({ name }: Colleague) => <MarkedName name={name} keyword={keyword} /> }),
  },
  columns: [
    ...(isMixed ? [col.text<Colleague>({ key: 'org', title: '单位', width: 152, of: formatOrgs })] : []),
    col.text({ key: 'department', title: '部门', width: 128, dropAt: 1, of: formatDepartments }),
    col.text({ key: 'post', title: '职务', width: 104, dropAt: 2, of: formatPosts }),
    col.other<Colleague>({
      key: 'mobile',
      title: '手机',
      width: 168,
      text: formatPhoneNumber,
      cell: ({ name, mobile, isMobileHidden }) => <PhoneNumber phone={mobile} of={name} isHidden={isMobileHidden} />,
    }),
    col.text({ key: 'office', title: '办公电话', width: 120, dropAt: 3, of: formatOfficePhones }),
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
  actions: [
    favouriteAction(true, '收藏'),
    favouriteAction(false, '取消收藏'),
    joinAction,
    ...(groupId ? [leaveAction(groupId)] : []),
  ],
  detail: {
    of: queries.personDetail,
    name: ({ name }) => name,
    sections: getPersonSections,
    tag: () => null,
    icon: ({ name, userAvatar }) => <PersonPicture name={name} address={userAvatar} />,
    about: ({ posts, sex }) => [...new Set([formatOrgs({ posts }), formatPosts({ posts }), sex])].filter(Boolean),
  },
  empty: (name) => ({
    of: 'people',
    title: `${name || '这里'}还没有人员`,
    text: '请选择下级单位，或在上方搜索姓名。',
  }),
})
