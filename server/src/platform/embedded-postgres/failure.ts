/** The embedded PostgreSQL is not available. The message is for the operator: Chinese, with English in brackets. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = 'EmbeddedPostgresFailure'

  constructor(chinese: string, english: string, options: { quote?: string; cause?: unknown } = {}) {
    const quote = options.quote?.trim()
    super(
      `${chinese} (${english})${quote ? `\n${quote}` : ''}`,
      options.cause ? { cause: options.cause } : {},
    )
  }
}

/** Another live server uses the same data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'

  constructor(dataDir: string, holder: string | null) {
    super(
      `数据目录 ${dataDir} 正被另一个 Heliodesk 服务${holder ? `（${holder}）` : ''}使用，同一目录只能运行一个服务：` +
        `请先停止它，或用 DATABASE_URL 指定独立的 PostgreSQL。` +
        ` (The data directory ${dataDir} is in use by another running Heliodesk server${holder ? `, ${holder}` : ''}.` +
        ` Stop it first, or set DATABASE_URL to a PostgreSQL server of its own.)`,
    )
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Runs file work on the data directory and turns errors that an operator can fix into a readable message. */
export async function explainingFileErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainFileError(dataDir, error)
  }
}

function explainFileError(dataDir: string, error: unknown): unknown {
  const options = { quote: error instanceof Error ? error.message : '', cause: error }
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresFailure(
        `对数据目录 ${dataDir} 没有足够的权限，请检查目录的所有者和权限`,
        `not enough rights on the data directory ${dataDir}: check its owner and mode`,
        options,
      )
    case 'EROFS':
      return new EmbeddedPostgresFailure(
        `数据目录 ${dataDir} 所在的文件系统是只读的`,
        `the data directory ${dataDir} is on a read-only file system`,
        options,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(dataDir, options)
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresFailure(
        `数据目录 ${dataDir} 的路径上有一个同名文件，无法作为目录使用`,
        `a file stands where the data directory ${dataDir} is expected`,
        options,
      )
    default:
      return error
  }
}

/** The error for a PostgreSQL program that failed; `output` is what it printed. */
export function explainOutput(dataDir: string, doing: { chinese: string; english: string }, output: string) {
  const quote = output.trim().split('\n').slice(-12).join('\n')
  if (/no space left on device|disk quota exceeded/i.test(output)) return diskFull(dataDir, { quote })
  if (/could not look up effective user ID/.test(output)) {
    return new EmbeddedPostgresFailure(
      `当前用户号在 /etc/passwd 中没有记录，PostgreSQL 无法${doing.chinese}：请为它添加用户，或用 DATABASE_URL 指定外部 PostgreSQL`,
      `the current uid has no entry in /etc/passwd, which PostgreSQL needs to ${doing.english}: add one or set DATABASE_URL`,
      { quote },
    )
  }
  return new EmbeddedPostgresFailure(
    `内置 PostgreSQL 无法${doing.chinese}（数据目录 ${dataDir}），它的最后输出如下`,
    `the embedded PostgreSQL could not ${doing.english} in ${dataDir}; its last output follows`,
    { quote: quote || '(no output)' },
  )
}

function diskFull(dataDir: string, options: { quote: string; cause?: unknown }) {
  return new EmbeddedPostgresFailure(
    `磁盘空间不足，数据目录 ${dataDir} 无法写入，请清理磁盘后重试`,
    `the disk is full and the data directory ${dataDir} cannot be written: free some space and start again`,
    options,
  )
}
