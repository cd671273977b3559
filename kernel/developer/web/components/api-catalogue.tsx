import { CheckCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldClasses, fieldTypes, interfaceDirections } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SplitList } from '#packages/web/desk/split-page/split-list.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { useOpensFirst } from '#packages/web/desk/split-page/use-opens-first.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { openApiForm, openApiRoutes, type OpenApi } from '../../contract.ts'
import styles from './api-catalogue.module.css'

const apiKey = ['developer', 'apis'] as const
export const apisQuery = queryOf(apiKey, openApiRoutes.apis)

/** 接口目录: the interfaces of the product, which the district opens and closes. */
export function ApiCatalogue() {
  const query = useQuery(apisQuery)
  return <QueryState query={query}>{(apis) => <Catalogue apis={apis} />}</QueryState>
}

const directions = ['open', 'collect'] as const

function Catalogue({ apis }: { apis: readonly OpenApi[] }) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const { opensFirst, showList } = useOpensFirst()
  const code = search.get('api') ?? (opensFirst ? apis[0]?.code : undefined)
  const api = apis.find((one) => one.code === code)
  const backToList = () => {
    showList()
    setParams({ api: null })
  }
  return (
    <SplitPage
      list={
        <SplitList
          label="接口"
          groups={directions.map((direction) => ({
            key: direction,
            title: interfaceDirections[direction],
            items: apis
              .filter((one) => one.direction === direction)
              .map((one) => ({ key: one.code, label: one.name, note: one.isOpen ? undefined : '未开放' })),
          }))}
          chosen={api?.code}
          onChoose={(key) => setParams({ api: key })}
        />
      }
      back={api && { label: '全部接口', onBack: backToList }}
    >
      {api && <ApiPane key={api.code} api={api} />}
    </SplitPage>
  )
}

function ApiPane({ api }: { api: OpenApi }) {
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const { name, about, path, version, isOpen, dayQuota, qps, fields, sample } = api
  return (
    <SplitPane
      title={name}
      mark={
        <StatusTag tone={isOpen ? 'success' : 'closed'} icon={isOpen ? CheckCircleOutlined : MinusCircleOutlined}>
          {isOpen ? '已开放' : '未开放'}
        </StatusTag>
      }
      about={about}
      tools={may('open-api.manage') && <Button onClick={() => setEditing(true)}>设置</Button>}
    >
      <div className={styles['pane']}>
        <FactGrid
          facts={[
            { label: '地址', value: `/api/open/v1${path}` },
            { label: '版本', value: version },
            { label: '每日次数', value: dayQuota.toLocaleString() },
            { label: '每秒次数', value: qps },
          ]}
        />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['scroll']} role="region" aria-label={`${name}的字段`} tabIndex={0}>
          <table className={styles['fields']}>
            <thead>
              <tr>
                {['字段', '名称', '类型', '分类'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.name}</th>
                  <td>
                    {field.title}
                    {field.isRequired && '（必填）'}
                  </td>
                  <td>{fieldTypes[field.type]}</td>
                  <td>
                    <StatusTag
                      tone={fieldClasses[field.class].tone}
                      icon={classIcons[field.class]}
                      quiet={field.class === 'A'}
                    >
                      {fieldClasses[field.class].label}
                    </StatusTag>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <h3 className={styles['heading']}>示例（虚构）</h3>
        <pre className={styles['sample']}>{JSON.stringify(sample, null, 2)}</pre>
      </div>
      {isEditing && <SettingsDialog api={api} onClose={() => setEditing(false)} />}
    </SplitPane>
  )
}

const classIcons = { A: CheckCircleOutlined, B: ExclamationCircleOutlined, C: WarningOutlined }

function SettingsDialog({ api, onClose }: { api: OpenApi; onClose: () => void }) {
  const client = useQueryClient()
  const { code, name, isOpen, dayQuota, qps } = api
  return (
    <FormDialog
      title={`设置“${name}”`}
      form={{
        schema: openApiForm,
        initial: () => ({ isOpen, dayQuota, qps }),
        sections: [
          {
            fields: [
              { name: 'isOpen', label: '开放', kind: 'switch', hint: '关闭后，所有应用立即不能再调用' },
              {
                name: 'dayQuota',
                label: '每日次数',
                kind: 'number',
                required: true,
                width: 'short',
                hint: '每个应用每天',
              },
              { name: 'qps', label: '每秒次数', kind: 'number', required: true, width: 'short' },
            ],
          },
        ],
      }}
      initial={{ isOpen, dayQuota, qps }}
      submit={async (values) => {
        await call(openApiRoutes.saveApi, { body: { ...values, code } })
        await client.invalidateQueries({ queryKey: apiKey })
      }}
      onClose={onClose}
    />
  )
}
