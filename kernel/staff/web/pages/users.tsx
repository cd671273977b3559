import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { User, UserDetail, UserForm } from '../../contract.ts'
import { MaskedFact } from '../components/masked-fact.tsx'
import { createUserTabs } from '../components/user-facts.tsx'
import { createEditUserForm, toUserForm, createNewUserForm, type NewcomerForm } from '../components/user-form.tsx'
import { DialogHost, showDialog } from '#packages/web/desk/dialog-host.tsx'
import { InviteDialog } from '../components/invite-dialog.tsx'
import { ResetDialog } from '../components/reset-dialog.tsx'
import { useRequestedDialog } from '../requested-dialog.ts'
import * as queries from '../staff-queries.ts'
import { addNewcomer } from '../add-newcomer.tsx'
import { userActions } from '../user-actions.tsx'
import { editUser } from '../user-queries.ts'
import * as labels from '../staff-labels.ts'

const { staffOptions } = labels
const masked = (field: 'mobile' | 'idCard') => (row: User) => <MaskedFact row={row} field={field} />

/** The forms for new and existing people differ; the list passes the values on. */
type AnyForm = NewcomerForm & UserForm
const asAny = <From, Form>(formOf: (from: From) => Form) => formOf as unknown as (from: From) => FormSpec<AnyForm>

const Users = defineTreeListPage<User, UserDetail, AnyForm>({
  key: 'staff:User',
  queryKey: queries.staffKey,
  noun: { name: '人员', measure: '名', bare: '人' },
  unit: '人',
  hasViews: true,
  isDeep: true,
  tree: {
    title: '单位和部门',
    change: '切换部门',
    level: queries.treeLevelQuery,
    parentOf: queries.parentNodeQuery,
    isOther: true,
    search: { placeholder: '单位、部门或拼音首字母', find: queries.foundNodesQuery },
    note: (roots) => `共 ${roots.reduce((sum, { count }) => sum + count, 0).toLocaleString()} 人`,
    empty: { title: '没有可以查看的单位', text: '请联系本单位管理员，确认您的管理范围。' },
  },
  page: queries.userPageQuery,
  total: (page) => queries.formatStaffTotal(page as queries.StaffPage),
  name: {
    title: '姓名',
    of: ({ name }) => name,
    isOff: ({ status }) => status === 'left',
    sortable: true,
    width: 120,
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
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
      text: ({ mobile }) => mobile,
    }),
    col.other({
      key: 'idCard',
      title: '身份证号',
      width: 176,
      dropAt: 6,
      cell: masked('idCard'),
      text: ({ idCard }) => idCard,
    }),
    col.text({ key: 'department', title: '部门', width: 144, dropAt: 4, of: labels.getDepartmentLabel }),
    col.text({ key: 'workerType', title: '用工类型', width: 80, dropAt: 5, of: labels.getWorkerTypeLabel }),
    col.text({ key: 'userType', title: '人员类别', width: 168, hiddenByDefault: true, of: labels.getUserTypeLabel }),
    col.text({ key: 'sex', title: '性别', width: 64, hiddenByDefault: true }),
    col.text({ key: 'subject', title: '任教学科', width: 96, hiddenByDefault: true }),
    col.text({ key: 'flag', title: '标记', width: 64, hiddenByDefault: true, of: labels.getFlagLabel }),
    col.text({ key: 'bound', title: '钉钉', width: 80, hiddenByDefault: true, of: labels.getBoundLabel }),
    col.status({ key: 'account', title: '账号', width: 148, dropAt: 1, of: labels.getAccountStatus }),
    col.date({ key: 'updated', title: '更新时间', width: 112, hiddenByDefault: true, of: (row) => row.updatedAt }),
    col.status({ key: 'status', title: '状态', width: 84, of: labels.getMembershipStatus }),
  ],
  search: '姓名、工号、手机',
  filters: [
    { name: 'workerType', label: '用工类型', options: staffOptions.workerType },
    { name: 'status', label: '状态', options: staffOptions.status },
    { name: 'userType', label: '人员类别', options: staffOptions.userType, isMore: true },
    { name: 'account', label: '账号', options: staffOptions.account },
    { name: 'flag', label: '标记', options: staffOptions.flag, isMore: true },
  ],
  create: {
    label: '新建教师',
    permission: 'user.edit',
    done: '已新建教师',
    isLong: true,
    form: asAny(createNewUserForm),
    submit: addNewcomer,
  },
  edit: {
    permission: 'user.edit',
    done: '已保存',
    isLong: true,
    when: ({ status }) => status !== 'left',
    form: asAny(createEditUserForm),
    known: (row) => toUserForm(row) as AnyForm,
    submit: editUser,
  },
  sheet: {
    import: { target: 'staff', permission: 'user.edit', orgOf: queries.getUnitId },
    export: { source: 'staff', filterOf: queries.toUserFilter },
  },
  actions: userActions,
  detail: {
    of: queries.userDetailQuery,
    name: ({ name }) => name,
    tabs: createUserTabs,
    icon: ({ name }) => <InitialsAvatar name={name} size="head" />,
    tag: (detail) => <RowStatusTag status={labels.getMembershipStatus(detail)} />,
    about: (detail) =>
      [labels.getDepartmentLabel(detail), detail.post, detail.number && `工号 ${detail.number}`].filter(Boolean),
  },
  empty: (name) => ({ of: 'people', title: '该部门暂无人员，可新建或导入', text: `${name}还没有人员。` }),
})

/** 教师管理. */
export default function UserPage() {
  useRequestedDialog(({ action, row }) =>
    showDialog((close) =>
      action === 'reset' ? <ResetDialog row={row} onClose={close} /> : <InviteDialog ids={[row.id]} onClose={close} />,
    ),
  )
  return (
    <>
      <Users />
      <DialogHost />
    </>
  )
}
