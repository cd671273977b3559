import { col } from '#packages/web/desk/list/columns.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import type { Organisation, OrganisationDetail, OrganisationForm, OrgType } from '../../contract.ts'
import { isUnit, organisationActions } from '../changes/organisation-actions.tsx'
import { moveInSort } from '../change-queries.ts'
import { OrgIcon } from '../components/org-icon.tsx'
import { organisationTabs } from '../components/organisation-facts.tsx'
import { editOrganisationForm, newOrganisationForm } from '../components/organisation-form.tsx'
import { OrganisationStatus, getOrganisationStatus } from '../components/organisation-status.tsx'
import * as queries from '../queries.ts'
import {
  getChildCount,
  organisationFilterOptions,
  formatFlag,
  getPeopleCount,
  getPropertyLabel,
  formatStages,
  getTypeLabel,
} from '../organisation-labels.ts'

const figure = { width: 88, sortable: true, card: 'fact' } as const

export default defineTreeListPage<Organisation, OrganisationDetail, OrganisationForm>({
  key: 'org:Orgs',
  queryKey: queries.orgKey,
  noun: { name: '机构', measure: '个' },
  unit: '个下级机构',
  hasViews: true,
  tree: {
    title: '组织机构树',
    change: '切换机构',
    level: queries.treeLevelQuery,
    parentOf: queries.parentQuery,
    search: { placeholder: '名称、拼音或首字母', find: queries.nodeSearchQuery },
    note: (roots) => `共 ${roots.reduce((sum, { below = 0 }) => sum + 1 + below, 0).toLocaleString()} 个机构`,
    sorting: { permission: 'org.edit', sort: moveInSort },
    foot: { create: '新建下级', actions: ['move'] },
    empty: { title: '没有可以查看的机构', text: '请联系本单位管理员，确认您的管理范围。' },
  },
  // A user's own school is managed from above; the bureau has no parent.
  canChange: ({ parentId }, isTop) => !isTop || parentId === null,
  page: queries.organisationPage,
  name: {
    title: '名称',
    of: ({ name }) => name,
    isOff: ({ isDisabled }) => isDisabled,
    sortable: true,
    icon: ({ type }) => <OrgIcon type={type} size="row" />,
  },
  columns: [
    col.text({ key: 'type', title: '类型', width: 112, dropAt: 2, card: 'kind', of: getTypeLabel }),
    col.text({ key: 'stages', title: '学段', width: 104, dropAt: 3, card: 'fact', of: formatStages }),
    col.text({ key: 'property', title: '办别', width: 96, dropAt: 5, of: getPropertyLabel }),
    col.number({ key: 'people', title: '人数', unit: '人', ...figure, of: getPeopleCount }),
    col.number({ key: 'children', title: '下级', unit: '个下级', dropAt: 4, ...figure, of: getChildCount }),
    col.text({ key: 'contactName', title: '联系人', width: 96, hiddenByDefault: true }),
    col.text({ key: 'phone', title: '电话', width: 136, dropAt: 6, card: 'call' }),
    col.text({ key: 'address', title: '地址', width: 200, hiddenByDefault: true }),
    col.text({ key: 'flag', title: '标记', width: 72, hiddenByDefault: true, of: formatFlag }),
    col.status({ key: 'status', title: '状态', width: 80, of: getOrganisationStatus }),
  ],
  search: '名称、拼音或首字母',
  filters: [
    { name: 'type', label: '类型', options: organisationFilterOptions.type },
    { name: 'stage', label: '学段', options: organisationFilterOptions.stage },
    { name: 'status', label: '状态', options: organisationFilterOptions.status },
    { name: 'flag', label: '标记', options: organisationFilterOptions.flag },
  ],
  create: {
    permission: 'org.edit',
    opens: isUnit,
    form: ({ node, kind }) => newOrganisationForm(node ?? null, kind as OrgType),
    submit: queries.addOrganisation,
  },
  edit: {
    permission: 'org.edit',
    form: editOrganisationForm,
    submit: queries.editOrganisation,
  },
  sheet: {
    import: { target: 'org', permission: 'org.edit', orgOf: queries.getImportOrgId },
    export: { source: 'org', filterOf: queries.toOrganisationFilter },
  },
  actions: organisationActions,
  detail: {
    of: queries.organisationDetail,
    name: ({ name }) => name,
    tabs: organisationTabs,
    icon: ({ type }) => <OrgIcon type={type} size="head" />,
    tag: (detail) => <OrganisationStatus row={detail} />,
    about: (detail) => [getTypeLabel(detail), ...detail.ancestors.slice(-1)],
  },
  empty: (name) => ({ title: `${name}没有下级机构`, text: '可以查看它的详情，或选择其他机构。' }),
})
