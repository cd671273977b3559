import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { createDeskList } from '#packages/web/desk/list/desk-list.tsx'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import type { TreeListSpec, TreeSpec } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import type { EmptyText } from '#packages/web/core/list/list-spec.ts'
import type { Colleague, ColleagueDetail } from '../contract.ts'
import { createContactList } from './contact-list.ts'
import { toChosenGroup, joinGroupForm, type JoinGroupForm } from './components/join-group-form.tsx'
import { PhoneNumber } from './components/phone-number.tsx'
import { getPersonSections } from './components/person-facts.tsx'
import { PersonPicture } from './components/person-picture.tsx'
import * as queries from './queries.ts'

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

export function getContactsListSpec({ groupId, keyword = '', isMixed = false }: ContactsListOptions): ContactsListSpec {
  const {
    actions = [],
    detail,
    ...list
  } = createDeskList(createContactList({ isMixed }), {
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
    headIcon: ({ name, userAvatar }) => <PersonPicture name={name} address={userAvatar} />,
    columns: {
      mobile: {
        cell: ({ name, mobile, isMobileHidden }) => <PhoneNumber phone={mobile} of={name} isHidden={isMobileHidden} />,
      },
    },
  })
  return {
    ...list,
    isShallow: true,
    tree,
    name: {
      ...list.name,
      ...(keyword && { draw: ({ name }: Colleague) => <MarkedName name={name} keyword={keyword} /> }),
    },
    actions: [...actions, joinAction, ...(groupId ? [leaveAction(groupId)] : [])],
    detail: { ...detail!, sections: getPersonSections },
    empty: (name) => ({ of: 'people', ...(list.empty as (nodeName: string) => EmptyText)(name) }),
  }
}
