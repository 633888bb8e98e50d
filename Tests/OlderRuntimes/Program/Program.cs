namespace Tests.OlderRuntimes;

/// <summary>Runs the tests that are compiled into this program, or only those whose full name matches an argument.</summary>
internal static class Program
{
    public static int Main(string[] arguments) => OwnTests.Run(arguments.FirstOrDefault());
}
