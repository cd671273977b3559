import { PrinterOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { EffectiveAccess } from '../../../contract.ts'
import { effectiveAccessQuery } from '../../explain-access-queries.ts'
import { functionsQuery } from '../../role-queries.ts'
import type { QuestionProps } from './access-question.ts'
import { PersonField } from './person-field.tsx'
import { GrantPath } from './grant-path.tsx'
import styles from './question.module.css'

/** A person's permissions with their origin. */
export function PersonQuestion({ question, isPhone, onChange }: QuestionProps) {
  const { userId } = question
  const { data, isError, error, refetch } = useQuery({
    ...effectiveAccessQuery(userId ?? ''),
    enabled: userId !== null,
  })
  return (
    <>
      <div className={styles['line']}>
        <PersonField question={question} isPhone={isPhone} onChange={onChange} known={data?.person} />
        {data && data.functions.length > 0 && !isPhone && (
          <Button icon={<Glyph of={PrinterOutlined} />} onClick={() => window.print()}>
            打印
          </Button>
        )}
      </div>
      {userId === null ? (
        <PageState status="empty" title="请选择人员" text="选择后会列出其全部权限和来源。" />
      ) : isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Answer of={data} />
      ) : (
        <PageState status="loading" />
      )}
    </>
  )
}

function Answer({ of: { person, functions, hiddenFields } }: { of: EffectiveAccess }) {
  const [typed, setTyped] = useState('')
  const { data: known } = useQuery(functionsQuery)
  const keyword = typed.trim()
  const shown = functions.filter(
    ({ title, reasons }) => title.includes(keyword) || reasons.some(({ roleName }) => roleName.includes(keyword)),
  )
  const modules = [...new Set(shown.map(({ module }) => module))]
  const fields = hiddenFields.map((code) => known?.fields.find((field) => field.code === code)?.title ?? code)
  const roles = new Set(functions.flatMap(({ reasons }) => reasons.map(({ roleName }) => roleName)))
  if (functions.length === 0)
    return <PageState status="empty" title={`${person.name}没有任何权限`} text="还没有分配角色，或角色还没有功能。" />
  return (
    <>
      <div className={styles['summary']}>
        <p>
          <strong>{person.name}</strong>
          <span className={styles['about']}>{[person.orgName, person.post].filter(Boolean).join('　')}</span>
        </p>
        <p className={styles['about']}>
          {functions.length} 项功能，来自 {roles.size} 个角色：{[...roles].join('、')}
        </p>
        {fields.length > 0 && <p className={styles['about']}>看不到的字段：{fields.join('、')}</p>}
        <Input
          type="search"
          className={styles['find']!}
          aria-label="查找功能或角色"
          placeholder="查找功能或角色"
          prefix={<Glyph of={SearchOutlined} />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {shown.length === 0 && <PageState status="noMatch" title="没有找到功能" onClear={() => setTyped('')} />}
      {modules.map((module) => (
        <section key={module} aria-label={module}>
          <h2 className={styles['module']}>{module}</h2>
          <ul>
            {shown
              .filter((one) => one.module === module)
              .map(({ code, title, reasons }) => (
                <li key={code} className={styles['function']}>
                  <span className={styles['name']}>{title}</span>
                  <div className={styles['ways']}>
                    {reasons.map((reason) => (
                      <GrantPath
                        key={`${reason.roleName} ${reason.via} ${reason.viaName} ${reason.scopeName}`}
                        of={reason}
                      />
                    ))}
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
