import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { DialogHost, showDialog } from '#packages/web/desk/dialog-host.tsx'
import { AppIcon } from '../components/app-icon.tsx'
import { applicationActions } from '../components/manage/application-actions.tsx'
import { applicationTabs } from '../components/manage/application-facts.tsx'
import {
  toRequestBody,
  editApplicationForm,
  newApplicationForm,
  type ApplicationFormValues,
} from '../components/manage/application-form.tsx'
import { SecretShown } from '../components/manage/secret-dialog.tsx'
import {
  getAudienceLabel,
  applicationFilterOptions,
  getKindLabel,
  getApplicationStatus,
} from '../components/manage/application-labels.ts'
import {
  applicationDetail,
  applicationPage,
  saveApplication,
  applicationsKey,
  formatAppName,
  type ApplicationRow,
} from '../application-queries.ts'

/** The secret of a new application is shown once. */
async function register(values: ApplicationFormValues) {
  const { key, oneTimeSecret: secret } = await saveApplication(toRequestBody(values))
  if (secret)
    showDialog((close) => <SecretShown name={formatAppName(values)} appKey={key} secret={secret} onClose={close} />)
  return { id: key }
}

async function change(values: ApplicationFormValues, row: ApplicationRow) {
  const { key } = await saveApplication(toRequestBody(values, row))
  return { id: key }
}

const List = defineListPage<ApplicationRow, ApplicationRow, ApplicationFormValues>({
  key: 'catalogue:useManagement',
  queryKey: applicationsKey,
  noun: { name: '应用', measure: '个' },
  page: applicationPage,
  name: {
    title: '应用',
    of: formatAppName,
    isOff: ({ status }) => status === 4 || status === 9,
    width: 200,
    icon: ({ logo, category, status }) => (
      <AppIcon logo={logo} category={category} size={24} isOff={status === 4 || status === 9} />
    ),
  },
  columns: [
    col.text({ key: 'category', title: '分类', width: 112, card: 'kind', of: ({ categoryName }) => categoryName }),
    col.text({ key: 'power', title: '面向', width: 112, card: 'fact', dropAt: 3, of: getAudienceLabel }),
    col.text({ key: 'kind', title: '类型', width: 128, dropAt: 4, of: getKindLabel }),
    col.text({ key: 'manageOrgName', title: '管理单位', width: 176, card: 'fact', dropAt: 2 }),
    col.text({ key: 'author', title: '开发单位', width: 160, hiddenByDefault: true }),
    col.text({ key: 'about', title: '用途', width: 220, dropAt: 5 }),
    col.status({ key: 'status', title: '状态', width: 104, of: getApplicationStatus }),
  ],
  search: '名称或拼音首字母',
  filters: [
    { name: 'status', label: '状态', options: applicationFilterOptions.status },
    { name: 'category', label: '分类', options: applicationFilterOptions.category },
    { name: 'kind', label: '类型', options: applicationFilterOptions.kind },
  ],
  create: {
    label: '登记应用',
    permission: 'app.edit',
    done: '已登记应用',
    form: newApplicationForm,
    isLong: true,
    submit: register,
  },
  edit: {
    permission: 'app.edit',
    form: editApplicationForm,
    isLong: true,
    submit: change,
    of: applicationDetail,
    when: ({ actions }) => actions.includes('edit'),
  },
  actions: applicationActions,
  detail: {
    of: applicationDetail,
    name: formatAppName,
    tabs: applicationTabs,
    icon: ({ logo, category }) => <AppIcon logo={logo} category={category} size={40} />,
    tag: (row) => <RowStatusTag status={getApplicationStatus(row)} />,
    about: (row) => [row.categoryName, getAudienceLabel(row), row.manageOrgName].filter(Boolean),
  },
  empty: { title: '还没有登记应用', text: '登记第三方应用，审核通过后就可以授权给学校使用。' },
})

/** /developer/useManagement: every application of the district, from draft to closed. */
export default function UseManagementPage() {
  return (
    <>
      <List />
      <DialogHost />
    </>
  )
}
