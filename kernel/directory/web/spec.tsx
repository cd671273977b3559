import { marksIn } from '#packages/web/core/format/marks.ts'
import { Face } from '#packages/web/desk/face.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { asking, type Act } from '#packages/web/desk/list/spec.ts'
import type { TreeListSpec, TreeSpec } from '#packages/web/desk/tree-list/spec.ts'
import { hiddenWords, type Colleague, type ColleagueDetail } from '../contract.ts'
import { chosenGroup, joinForm, type JoinForm } from './components/join-group.tsx'
import { PhoneNumber } from './components/phone-number.tsx'
import { personFacts } from './components/person-facts.tsx'
import { Picture } from './components/picture.tsx'
import * as queries from './queries.ts'
import { departmentsOf, dutiesOf, numberWords, officesOf, orgsOf } from './words.ts'

export type DirectorySpec = TreeListSpec<Colleague, ColleagueDetail>

const tree: TreeSpec = {
  title: '单位和部门',
  change: '切换单位',
  isOther: true,
  level: queries.treeLevel,
  parentOf: queries.parentOf,
  search: { placeholder: '单位、部门或拼音', find: queries.foundUnits },
  empty: { title: '通讯录中还没有单位' },
}

const favourite = (isFavourite: boolean, label: string): Act<Colleague> => ({
  key: label,
  label,
  permission: 'staff',
  isUsual: true,
  when: (row) => row.isFavourite !== isFavourite,
  run: (targets) => queries.setFavourite(targets, isFavourite),
  done: (count) => `已${label} ${count} 人`,
})

const join = asking<Colleague, JoinForm>({
  key: 'join',
  label: '加入群组',
  permission: 'staff',
  ask: () => joinForm,
  run: (targets, values) => queries.joinGroup(targets, chosenGroup(values)),
  done: (count) => `已加入群组 ${count} 人`,
})

const leave = (groupId: string): Act<Colleague> => ({
  key: 'leave',
  label: '移出群组',
  permission: 'staff',
  isRemoval: true,
  run: (targets) => queries.leaveGroup(targets, groupId),
  done: (count) => `已移出 ${count} 人`,
})

const Marked = ({ name, words }: { name: string; words: string }) =>
  marksIn(name, words).map(({ text, isHit }) => (isHit ? <mark key={text}>{text}</mark> : text))

interface Looking {
  /** A group of one's own: people can be taken out of it again. */
  groupId?: string | undefined
  /** What was searched for. */
  words?: string
  /** People of several organisations: then it is said of which each of them is. */
  isMixed?: boolean
}

/** The page, as one looks at it. */
export const specOf = ({ groupId, words = '', isMixed = false }: Looking): DirectorySpec => ({
  key: 'directory:',
  queryKey: queries.directoryKey,
  unit: '人',
  measure: '人',
  counted: '人',
  isShallow: true,
  tree,
  page: queries.peoplePage,
  name: {
    title: '姓名',
    of: ({ name }) => name,
    icon: ({ name }) => <Face name={name} size="row" />,
    ...(words && { draw: ({ name }: Colleague) => <Marked name={name} words={words} /> }),
  },
  columns: [
    ...(isMixed ? [col.text<Colleague>({ key: 'org', title: '单位', width: 152, of: orgsOf })] : []),
    col.text({ key: 'department', title: '部门', width: 128, dropAt: 1, of: departmentsOf }),
    col.text({ key: 'post', title: '职务', width: 104, dropAt: 2, of: dutiesOf }),
    col.other<Colleague>({
      key: 'mobile',
      title: '手机',
      width: 168,
      words: numberWords,
      cell: ({ name, mobile, isMobileHidden }) => <PhoneNumber phone={mobile} of={name} isHidden={isMobileHidden} />,
    }),
    col.text({ key: 'office', title: '办公电话', width: 120, dropAt: 3, of: officesOf }),
  ],
  card: (row) => ({
    kind: dutiesOf(row),
    facts: [isMixed ? orgsOf(row) : departmentsOf(row), row.isMobileHidden ? hiddenWords : officesOf(row)].filter(
      Boolean,
    ),
    ...(row.mobile && { phone: row.mobile }),
  }),
  search: '姓名或拼音（全区）',
  acts: [favourite(true, '收藏'), favourite(false, '取消收藏'), join, ...(groupId ? [leave(groupId)] : [])],
  detail: {
    of: queries.personDetail,
    name: ({ name }) => name,
    sections: personFacts,
    tag: () => null,
    icon: ({ name, userAvatar }) => <Picture name={name} address={userAvatar} />,
    about: ({ posts, sex }) => [...new Set([orgsOf({ posts }), dutiesOf({ posts }), sex])].filter(Boolean),
  },
  empty: (name) => ({
    of: 'people',
    title: `${name || '这里'}还没有人员`,
    words: '请选择下级单位，或在上方搜索姓名。',
  }),
})
