import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import {
  educationSystems,
  orgTypes,
  properties,
  stages,
  type Organisation,
  type OrganisationDetail,
} from '../../contract.ts'
import { OrgIcon } from '../components/org-icon.tsx'
import { childrenPage, organisationDetail, orgKey, parentOf, treeLevel } from '../queries.ts'

const stagesOf = (row: Organisation) => row.stages.map((code) => stages[code as keyof typeof stages]).join('、')
const propertyOf = ({ property }: Organisation) => properties[property as keyof typeof properties] ?? ''
const systemOf = ({ educationSystem: code }: Organisation) =>
  educationSystems[code as keyof typeof educationSystems] ?? ''
const typeOf = ({ type }: Organisation) => orgTypes[type].title
const orDash = (words: string) => words || '—'

function Status({ row: { isForbidden } }: { row: Organisation }) {
  if (isForbidden) {
    return (
      <StatusTag tone="closed" icon={StopOutlined}>
        停用
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="success" icon={CheckOutlined} quiet>
      正常
    </StatusTag>
  )
}

export default defineTreeListPage<Organisation, OrganisationDetail>({
  queryKey: orgKey,
  tree: {
    title: '组织机构树',
    change: '切换机构',
    level: treeLevel,
    parentOf,
    note: (roots) => `共 ${roots.reduce((sum, { count }) => sum + count, 0).toLocaleString()} 人`,
    empty: { title: '没有可以查看的机构', words: '请联系本单位管理员，确认您的管理范围。' },
  },
  list: {
    unit: '个下级机构',
    measure: '个',
    page: childrenPage,
    name: {
      title: '名称',
      of: ({ name }) => name,
      icon: ({ type }) => <OrgIcon type={type} size="row" />,
      isOff: ({ isForbidden }) => isForbidden,
    },
    columns: [
      { key: 'type', title: '类型', width: 112, cell: typeOf },
      { key: 'stages', title: '学段', width: 104, dropAt: 2, cell: (row) => orDash(stagesOf(row)) },
      { key: 'property', title: '办别', width: 96, dropAt: 4, cell: (row) => orDash(propertyOf(row)) },
      {
        key: 'children',
        title: '下级',
        width: 68,
        align: 'right',
        dropAt: 3,
        cell: ({ childCount }) => childCount.toLocaleString(),
      },
      { key: 'people', title: '人数', width: 72, align: 'right', cell: ({ userCount }) => userCount.toLocaleString() },
      { key: 'phone', title: '电话', width: 136, dropAt: 5, cell: ({ phone }) => orDash(phone) },
      { key: 'status', title: '状态', width: 80, cell: (row) => <Status row={row} /> },
    ],
    card: (row) => ({
      kind: typeOf(row),
      facts: [
        stagesOf(row),
        `${row.userCount.toLocaleString()} 人`,
        row.childCount > 0 ? `${row.childCount} 个下级` : '',
      ].filter(Boolean),
      ...(row.isForbidden && { tag: <Status row={row} /> }),
      ...(row.phone && { phone: row.phone }),
    }),
    empty: ({ name }) => ({ title: `${name}没有下级机构`, words: '可以查看它的详情，或选择其他机构。' }),
  },
  detail: {
    of: organisationDetail,
    icon: ({ type }) => <OrgIcon type={type} size="head" />,
    name: ({ name }) => name,
    tag: (detail) => <Status row={detail} />,
    about: (detail) => [typeOf(detail), ...detail.ancestors.slice(-1)],
    sections: (detail) => [
      {
        facts: [
          { label: '上级机构', value: detail.ancestors.join(' / ') },
          { label: '学段', value: stagesOf(detail) },
          { label: '学制', value: systemOf(detail) },
          { label: '办别', value: propertyOf(detail) },
          { label: '下级机构', value: `${detail.childCount.toLocaleString()} 个` },
          {
            label: '人数',
            value: `${detail.userCount.toLocaleString()} 人（本级 ${detail.ownUserCount.toLocaleString()} 人）`,
          },
        ],
      },
      {
        title: '联系方式',
        facts: [
          { label: '联系人', value: detail.contactName },
          { label: '电话', value: detail.phone && <a href={`tel:${detail.phone}`}>{detail.phone}</a> },
          { label: '地址', value: detail.address },
          { label: '邮政编码', value: detail.postalCode },
        ],
      },
      ...(detail.remark ? [{ title: '备注', facts: [{ label: '备注', value: detail.remark }] }] : []),
    ],
  },
})
