using System.Text;

namespace PackageWork.Works;

/// <summary>Requests through YARP: without and with a body, with an answer in many parts, to a missing server, and without a matching route.</summary>
internal sealed class ProxiedRequests() : ProxyWork("get, post, an answer in parts, a path without a route, and now and then a server that is gone", cost: 40)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        using var client = new HttpClient { BaseAddress = Address };
        var numbers = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 500).Select(number => $"{number}\n")));
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await client.GetStringAsync($"api/items/{worker * 10 + i % 10}?at=never"));

            using var summed = await client.PostAsync("api/sum", new ByteArrayContent(numbers));
            digest.Add(string.Join(",", summed.Headers.GetValues("Answered-By")));
            digest.Add(await summed.Content.ReadAsStringAsync());

            using var lines = new StreamReader(await client.GetStreamAsync("api/lines/10"));
            while (await lines.ReadLineAsync() is { } line)
            {
                digest.Add(line);
            }

            using var missing = await client.GetAsync("elsewhere");
            digest.Add((int)missing.StatusCode);

            // The missing server is called only every tenth time, because otherwise its exceptions would be most of the allocations.
            if (i % 10 == 0)
            {
                using var gone = await client.GetAsync("gone/items/1");
                digest.Add((int)gone.StatusCode);
                digest.Add(string.Join(",", gone.Headers.GetValues("Answered-By")));
            }
        }

        return digest;
    }
}
