import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { Dialogs, showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { AppIcon } from '../components/app-icon.tsx'
import { applicationActs } from '../components/manage/application-acts.tsx'
import { applicationTabs } from '../components/manage/application-facts.tsx'
import { bodyOf, changedApplication, newApplication, type Values } from '../components/manage/application-form.tsx'
import { SecretShown } from '../components/manage/secret-dialog.tsx'
import { audienceWords, choices, kindWords, statusOf } from '../components/manage/words.ts'
import { applicationDetail, applicationPage, apply, manageKey, nameOf, type ApplicationRow } from '../manage-queries.ts'

/** A new one has a secret, which is shown this once. */
async function register(values: Values) {
  const { key, oneTimeSecret: secret } = await apply(bodyOf(values))
  if (secret) showDialog((close) => <SecretShown name={nameOf(values)} appKey={key} secret={secret} onClose={close} />)
  return { id: key }
}

async function change(values: Values, row: ApplicationRow) {
  const { key } = await apply(bodyOf(values, row))
  return { id: key }
}

const List = defineListPage<ApplicationRow, ApplicationRow, Values>({
  key: 'catalogue:useManagement',
  queryKey: manageKey,
  unit: '个应用',
  measure: '个',
  counted: '个应用',
  page: applicationPage,
  name: {
    title: '应用',
    of: nameOf,
    isOff: ({ status }) => status === 4 || status === 9,
    width: 200,
    icon: ({ logo, category, status }) => (
      <AppIcon logo={logo} category={category} size={24} isOff={status === 4 || status === 9} />
    ),
  },
  columns: [
    col.text({ key: 'category', title: '分类', width: 112, card: 'kind', of: ({ categoryName }) => categoryName }),
    col.text({ key: 'power', title: '面向', width: 112, card: 'fact', dropAt: 3, of: audienceWords }),
    col.text({ key: 'kind', title: '类型', width: 128, dropAt: 4, of: kindWords }),
    col.text({ key: 'manageOrgName', title: '管理单位', width: 176, card: 'fact', dropAt: 2 }),
    col.text({ key: 'author', title: '开发单位', width: 160, hiddenByDefault: true }),
    col.text({ key: 'about', title: '用途', width: 220, dropAt: 5 }),
    col.status({ key: 'status', title: '状态', width: 104, of: statusOf }),
  ],
  search: '名称或拼音首字母',
  filters: [
    { name: 'status', label: '状态', options: choices.status },
    { name: 'category', label: '分类', options: choices.category },
    { name: 'kind', label: '类型', options: choices.kind },
  ],
  create: {
    label: '登记应用',
    permission: 'app.edit',
    done: '已登记应用',
    form: newApplication,
    isLong: true,
    submit: register,
  },
  edit: {
    permission: 'app.edit',
    done: '已保存应用',
    form: changedApplication,
    isLong: true,
    submit: change,
    of: applicationDetail,
    when: ({ acts }) => acts.includes('edit'),
  },
  acts: applicationActs,
  detail: {
    of: applicationDetail,
    name: nameOf,
    tabs: applicationTabs,
    icon: ({ logo, category }) => <AppIcon logo={logo} category={category} size={40} />,
    tag: (row) => <StatusOf status={statusOf(row)} />,
    about: (row) => [row.categoryName, audienceWords(row), row.manageOrgName].filter(Boolean),
  },
  empty: { title: '还没有登记应用', words: '登记第三方应用，审核通过后就可以授权给学校使用。' },
})

/** /developer/useManagement: every application of the district, from draft to its end. */
export default function UseManagementPage() {
  return (
    <>
      <List />
      <Dialogs />
    </>
  )
}
