import type { Database } from '../database'

/** A row that refers to a missing row. */
interface Orphan {
  readonly table: string
  /** Primary key of the row; the parts of a composite key are joined by `/`. */
  readonly key: string
  readonly parent: string
}

const MOST = 100

/** At most 100 of each reference. References to rows that were set aside are not orphans: they wait for the row. */
export function orphansIn(db: Database): Orphan[] {
  const references = db.all(
    `SELECT child.name AS child, reference."from" AS "column", reference."table" AS parent, parents.name AS id,
       (SELECT group_concat(name, ' || ''/'' || ') FROM (SELECT name FROM pragma_table_info(child.name) WHERE pk > 0 ORDER BY pk)) AS key
     FROM main.sqlite_schema AS child, pragma_foreign_key_list(child.name) AS reference, pragma_table_info(reference."table") AS parents
     WHERE child.type = 'table' AND parents.pk = 1`,
  ) as { child: string; column: string; parent: string; id: string; key: string }[]
  return references.flatMap(({ child, column, parent, id, key }) => {
    const rows = db.all(
      `SELECT CAST(${key} AS TEXT) AS key FROM ${child} AS child WHERE ${column} IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ${parent} AS parent WHERE parent.${id} = child.${column})
         AND ${column} NOT IN (SELECT CAST(row_key AS INTEGER) FROM damaged WHERE origin = '${parent}') LIMIT ${MOST}`,
    )
    return rows.map(row => ({ table: child, key: row['key'] as string, parent }))
  })
}
