import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import { Face } from '#packages/web/desk/face.tsx'
import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { User, UserDetail, UserForm } from '../../contract.ts'
import { MaskedFact } from '../components/masked-fact.tsx'
import { userTabs } from '../components/user-facts.tsx'
import { changedUser, knownOf, newUser, type NewcomerForm } from '../components/user-form.tsx'
import { Dialogs, showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { InviteDialog } from '../components/invite-dialog.tsx'
import { ResetDialog } from '../components/reset-dialog.tsx'
import { useWantedDialog } from '../wanted-dialog.ts'
import * as queries from '../queries.ts'
import { addNewcomer } from '../add-newcomer.tsx'
import { userActs } from '../user-acts.tsx'
import { editUser } from '../user-queries.ts'
import * as words from '../words.ts'

const { choices } = words
const masked = (field: 'mobile' | 'idCard') => (row: User) => <MaskedFact row={row} field={field} />

/** New ones and those that are there are asked different things; the list only hands on what was filled in. */
type AnyForm = NewcomerForm & UserForm
const asAny = <From, Form>(formOf: (from: From) => Form) => formOf as unknown as (from: From) => FormSpec<AnyForm>

const Users = defineTreeListPage<User, UserDetail, AnyForm>({
  key: 'staff:User',
  queryKey: queries.staffKey,
  unit: '人',
  measure: '人',
  counted: '名人员',
  hasViews: true,
  isDeep: true,
  tree: {
    title: '单位和部门',
    change: '切换部门',
    level: queries.treeLevel,
    parentOf: queries.parentOf,
    isOther: true,
    search: { placeholder: '单位、部门或拼音首字母', find: queries.foundNodes },
    note: (roots) => `共 ${roots.reduce((sum, { count }) => sum + count, 0).toLocaleString()} 人`,
    empty: { title: '没有可以查看的单位', words: '请联系本单位管理员，确认您的管理范围。' },
  },
  page: queries.userPage,
  total: (page) => queries.totalOf(page as queries.UserPage),
  name: {
    title: '姓名',
    of: ({ name }) => name,
    isOff: ({ status }) => status === 'left',
    sortable: true,
    width: 120,
    icon: ({ name }) => <Face name={name} size="row" />,
  },
  columns: [
    col.text({ key: 'number', title: '工号', width: 112, sortable: true }),
    col.text({
      key: 'org',
      title: '单位',
      width: 144,
      of: ({ orgName }) => orgName,
      when: ({ kind }) => kind === 'bureau' || kind === 'cluster',
    }),
    col.text({ key: 'post', title: '职务', width: 112, card: 'kind' }),
    col.other({
      key: 'mobile',
      title: '手机',
      width: 148,
      card: 'fact',
      cell: masked('mobile'),
      words: ({ mobile }) => mobile,
    }),
    col.other({
      key: 'idCard',
      title: '身份证号',
      width: 176,
      dropAt: 6,
      cell: masked('idCard'),
      words: ({ idCard }) => idCard,
    }),
    col.text({ key: 'department', title: '部门', width: 144, dropAt: 4, of: words.departmentOf }),
    col.text({ key: 'workerType', title: '用工类型', width: 80, dropAt: 5, of: words.workerTypeOf }),
    col.text({ key: 'userType', title: '人员类别', width: 168, hiddenByDefault: true, of: words.userTypeOf }),
    col.text({ key: 'sex', title: '性别', width: 64, hiddenByDefault: true }),
    col.text({ key: 'subject', title: '任教学科', width: 96, hiddenByDefault: true }),
    col.text({ key: 'flag', title: '标记', width: 64, hiddenByDefault: true, of: words.flagOf }),
    col.text({ key: 'bound', title: '钉钉', width: 80, hiddenByDefault: true, of: words.boundOf }),
    col.status({ key: 'account', title: '账号', width: 148, dropAt: 1, of: words.accountOf }),
    col.date({ key: 'updated', title: '更新时间', width: 112, hiddenByDefault: true, of: (row) => row.updatedAt }),
    col.status({ key: 'status', title: '状态', width: 84, of: words.statusOf }),
  ],
  search: '姓名、工号、手机',
  filters: [
    { name: 'workerType', label: '用工类型', options: choices.workerType },
    { name: 'status', label: '状态', options: choices.status },
    { name: 'userType', label: '人员类别', options: choices.userType, isMore: true },
    { name: 'account', label: '账号', options: choices.account },
    { name: 'flag', label: '标记', options: choices.flag, isMore: true },
  ],
  create: {
    label: '新建教师',
    permission: 'user.edit',
    done: '已新建教师',
    isLong: true,
    form: asAny(newUser),
    submit: addNewcomer,
  },
  edit: {
    permission: 'user.edit',
    done: '已保存',
    isLong: true,
    when: ({ status }) => status !== 'left',
    form: asAny(changedUser),
    known: (row) => knownOf(row) as AnyForm,
    submit: editUser,
  },
  sheet: {
    import: { target: 'staff', permission: 'user.edit', orgOf: queries.unitOf },
    export: { source: 'staff', filterOf: queries.filterOf },
  },
  acts: userActs,
  detail: {
    of: queries.userDetail,
    name: ({ name }) => name,
    tabs: userTabs,
    icon: ({ name }) => <Face name={name} size="head" />,
    tag: (detail) => <StatusOf status={words.statusOf(detail)} />,
    about: (detail) =>
      [words.departmentOf(detail), detail.post, detail.number && `工号 ${detail.number}`].filter(Boolean),
  },
  empty: (name) => ({ of: 'people', title: '该部门暂无人员，可新建或导入', words: `${name}还没有人员。` }),
})

/** 教师管理. */
export default function UserPage() {
  useWantedDialog(({ act, row }) =>
    showDialog((close) =>
      act === 'reset' ? <ResetDialog row={row} onClose={close} /> : <InviteDialog ids={[row.id]} onClose={close} />,
    ),
  )
  return (
    <>
      <Users />
      <Dialogs />
    </>
  )
}
