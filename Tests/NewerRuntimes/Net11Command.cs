using System.CommandLine;
using System.Diagnostics;

namespace Tests.NewerRuntimes;

/// <summary>Runs a program on CoreCLR of .NET 11, which need not be installed.</summary>
internal static class Net11Command
{
    public static Command Create()
    {
        var program = new Argument<string>("program") { Description = "A program's dll, built for .NET 10 or 11." };
        var arguments = new Argument<string[]>("arguments") { Description = "The program's arguments, after --." };
        var command = new Command("net11", "Runs a program on .NET 11, whose runtime comes as packages.") { program, arguments };
        command.SetAction(parsed => Run(parsed.GetRequiredValue(program), parsed.GetValue(arguments) ?? []));
        return command;
    }

    private static int Run(string program, string[] arguments)
    {
        if (CoreClr11.Missing is { } missing)
        {
            Console.Error.WriteLine($".NET 11 cannot be had here: {missing}");
            return 1;
        }

        var start = new ProcessStartInfo(CoreClr11.Host, [program, .. arguments]);
        foreach (var (name, value) in CoreClr11.Variables)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        process.WaitForExit();
        return process.ExitCode;
    }
}
