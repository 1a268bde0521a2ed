/** Where the MCP server is (modelcontextprotocol.io), by which agents read the site: streamable HTTP, without sessions. */
export const MCP_PATH = '/api/mcp';
