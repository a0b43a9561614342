/** Errors that the redirects of a sign-in provider may end with; the login page shows only these sentences. */
export const signInFaults = {
  unconfigured: '未配置该登录方式',
  unreachable: '登录服务暂不可用，请稍后再试',
  late: '登录已超时，请重试',
  failed: '登录失败，请重试',
  noAccount: '该用户不存在或未绑定账号，请联系管理员',
  frozen: '该账号已停用，请联系管理员',
  companyStopped: '公司已停用，请联系平台运营方',
} as const
