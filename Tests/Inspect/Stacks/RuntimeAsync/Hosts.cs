using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>The dotnet commands of the runtime that runs the tests, and of .NET 11.</summary>
internal static class Hosts
{
    /// <summary>Returns the command for a major version. If it is not available, the test is skipped, with a message.</summary>
    public static string Of(int version) => version == 11 ? CoreClr11.Host : Dotnet.Host;
}
