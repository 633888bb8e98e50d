using NUnit.Framework;
using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>The dotnet commands of the runtime that runs the tests, and of .NET 11.</summary>
internal static class Hosts
{
    public static string Of(int version)
    {
        if (version != 11)
        {
            return Dotnet.Host;
        }

        if (CoreClr11.Host == null)
        {
            Assert.Ignore("The runtime of .NET 11 cannot be had here.");
        }

        return CoreClr11.Host!;
    }
}
