import { EditOutlined, LockOutlined, RightOutlined, WarningOutlined } from '@ant-design/icons'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { ruleOrigins, type DefinitionRow } from '../../contract.ts'
import styles from './flow-list.module.css'

/** The organisation types whose flows an administrator of the district can open. */
const kinds = ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school'] as const

interface Props {
  rows: readonly DefinitionRow[]
  orgId: string | null
  onChoose: (subject: string) => void
  onOrg: (orgId: string) => void
}

/** What can be requested here, and who decides it. */
export function FlowList({ rows, orgId, onChoose, onOrg }: Props) {
  const may = useMay()
  const own = useSession((session) => session.orgId)
  return (
    <SplitPage
      note="谁审批、按什么顺序审批"
      picker={may('org.visit') && <OrgChoice label="单位" orgId={orgId ?? own} kinds={kinds} onChoose={onOrg} />}
    >
      <SplitPane label="审批流程">
        {rows.length === 0 ? (
          <PageState status="empty" title="还没有需要审批的业务" text="开通带审批的应用后，可以在这里设置流程。" />
        ) : (
          <ul className={styles['rows']}>
            {rows.map((row) => (
              <Row key={row.subject} row={row} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </SplitPane>
    </SplitPage>
  )
}

function Row({ row, onChoose }: { row: DefinitionRow; onChoose: Props['onChoose'] }) {
  const { subject, subjectTitle, name, stepNames, running } = row
  const facts = [getOriginText(row), running > 0 && `${running} 件进行中`].filter((fact) => fact !== false)
  return (
    <li>
      <button type="button" className={styles['row']} onClick={() => onChoose(subject)}>
        <span className={styles['name']}>
          <strong>{subjectTitle}</strong>
          {name !== subjectTitle && <span className={styles['second']}>{name}</span>}
        </span>
        <span className={styles['steps']}>
          {stepNames.map((step, at) => (
            // Two steps may have the same name.
            // eslint-disable-next-line react/no-array-index-key
            <span key={at}>{step}</span>
          ))}
        </span>
        <span className={`${styles['facts']} ${dots['dotted']}`}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        <span className={styles['tags']}>
          <Tags row={row} />
        </span>
        <Glyph of={RightOutlined} />
      </button>
    </li>
  )
}

const getOriginText = ({ origin, originName, version }: DefinitionRow) =>
  origin === 'above'
    ? originName || ruleOrigins.above
    : origin === 'own'
      ? `本单位第 ${version} 版`
      : ruleOrigins.shipped

function Tags({ row: { namesLeavers, draftVersion, isLocked } }: { row: DefinitionRow }) {
  return (
    <>
      {namesLeavers && (
        <StatusTag tone="error" icon={WarningOutlined}>
          仍指定已离岗人员
        </StatusTag>
      )}
      {draftVersion > 0 && (
        <StatusTag tone="warning" icon={EditOutlined}>
          有未发布的草稿
        </StatusTag>
      )}
      {isLocked && (
        <StatusTag tone="closed" icon={LockOutlined} quiet>
          上级统一设置
        </StatusTag>
      )}
    </>
  )
}
