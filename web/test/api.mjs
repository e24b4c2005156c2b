/** The REST interface as the owner of the demo uses it: what a scenario needs to be there before it begins. */
export class Api {
  #token;

  static async signedIn(local, { email, password } = local) {
    const api = new Api(local);
    api.#token = (await api.send('POST', '/auth/login', { email, password })).accessToken;
    api.organizationId = (await api.get('/me')).user.memberships[0]?.organizationId;
    return api;
  }

  constructor({ apiUrl, projectId }) {
    this.url = `${apiUrl}/api/v1`;
    this.project = `/projects/${projectId}`;
  }

  get(route) {
    return this.send('GET', route);
  }

  post(route, body = {}) {
    return this.send('POST', route, body);
  }

  /** @throws Error with the problem that it answered */
  async send(method, route, body) {
    const response = await fetch(`${this.url}${route}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async queue(name, policy = {}) {
    await this.post(`${this.project}/queues`, { name, ...policy });
    return name;
  }

  enqueue(job) {
    return this.post(`${this.project}/jobs`, job);
  }

  job(id) {
    return this.get(`${this.project}/jobs/${id}`);
  }

  /** Somebody new in an organization: that of the demo, unless another one is named. */
  async member({ email, name, role, password, organizationId = this.organizationId }) {
    const { token } = await this.post(`/organizations/${organizationId}/invitations`, { email, role });
    await new Api({ apiUrl: this.url.replace(/\/api\/v1$/, ''), projectId: '' }).post('/auth/invitations/register', {
      token,
      name,
      password,
    });
    return { email, password };
  }
}
