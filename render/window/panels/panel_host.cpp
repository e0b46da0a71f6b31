#include "render/window/panels/panel_host.h"

#include <backends/imgui_impl_opengl2.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace scree::window {
namespace {

constexpr const char* font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr float font_size = 14.0f;

void map_keys(ImGuiIO& io) {
    io.KeyMap[ImGuiKey_Tab] = sf::Keyboard::Tab;
    io.KeyMap[ImGuiKey_LeftArrow] = sf::Keyboard::Left;
    io.KeyMap[ImGuiKey_RightArrow] = sf::Keyboard::Right;
    io.KeyMap[ImGuiKey_UpArrow] = sf::Keyboard::Up;
    io.KeyMap[ImGuiKey_DownArrow] = sf::Keyboard::Down;
    io.KeyMap[ImGuiKey_Home] = sf::Keyboard::Home;
    io.KeyMap[ImGuiKey_End] = sf::Keyboard::End;
    io.KeyMap[ImGuiKey_Delete] = sf::Keyboard::Delete;
    io.KeyMap[ImGuiKey_Backspace] = sf::Keyboard::BackSpace;
    io.KeyMap[ImGuiKey_Enter] = sf::Keyboard::Enter;
    io.KeyMap[ImGuiKey_Escape] = sf::Keyboard::Escape;
    io.KeyMap[ImGuiKey_A] = sf::Keyboard::A;
    io.KeyMap[ImGuiKey_C] = sf::Keyboard::C;
    io.KeyMap[ImGuiKey_V] = sf::Keyboard::V;
    io.KeyMap[ImGuiKey_X] = sf::Keyboard::X;
}

/// The press of a modifier does not count itself among the modifiers that are down.
void note_modifiers(ImGuiIO& io) {
    using sf::Keyboard;
    io.KeyCtrl = io.KeysDown[Keyboard::LControl] || io.KeysDown[Keyboard::RControl];
    io.KeyShift = io.KeysDown[Keyboard::LShift] || io.KeysDown[Keyboard::RShift];
    io.KeyAlt = io.KeysDown[Keyboard::LAlt] || io.KeysDown[Keyboard::RAlt];
}

/// The style is light and calm, and similar to the paper of the pictures.
void set_style() {
    ImGui::StyleColorsLight();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.PopupRounding = 4.0f;
    style.WindowBorderSize = 1.0f;
    style.ItemSpacing = {8.0f, 5.0f};
    style.Colors[ImGuiCol_WindowBg] = {0.975f, 0.975f, 0.97f, 1.0f};
    style.Colors[ImGuiCol_Border] = {0.0f, 0.0f, 0.0f, 0.12f};
    style.Colors[ImGuiCol_Text] = {0.15f, 0.15f, 0.15f, 1.0f};
    style.Colors[ImGuiCol_TitleBg] = {0.93f, 0.93f, 0.92f, 1.0f};
    style.Colors[ImGuiCol_TitleBgActive] = {0.90f, 0.90f, 0.88f, 1.0f};
    style.Colors[ImGuiCol_FrameBg] = {0.90f, 0.90f, 0.885f, 1.0f};
    style.Colors[ImGuiCol_FrameBgHovered] = {0.86f, 0.87f, 0.88f, 1.0f};
    style.Colors[ImGuiCol_Header] = {0.90f, 0.90f, 0.885f, 1.0f};
    style.Colors[ImGuiCol_HeaderHovered] = {0.84f, 0.87f, 0.90f, 1.0f};
    style.Colors[ImGuiCol_Button] = {0.86f, 0.87f, 0.88f, 1.0f};
    style.Colors[ImGuiCol_ButtonHovered] = {0.72f, 0.80f, 0.88f, 1.0f};
    style.Colors[ImGuiCol_ButtonActive] = {0.60f, 0.72f, 0.84f, 1.0f};
    style.Colors[ImGuiCol_CheckMark] = {0.12f, 0.31f, 0.47f, 1.0f};
    style.Colors[ImGuiCol_SliderGrab] = {0.36f, 0.56f, 0.73f, 1.0f};
    style.Colors[ImGuiCol_SliderGrabActive] = {0.12f, 0.31f, 0.47f, 1.0f};
}

}  // namespace

PanelHost::PanelHost(sf::RenderWindow& window) : window_(window) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // no file of settings is written
    map_keys(io);
    set_style();
    if (std::filesystem::exists(font_file)) {
        // Latin and Greek letters, and the signs that numbers and units need.
        static constexpr ImWchar ranges[] = {0x20,   0x17f,  0x370,  0x3ff, 0x2010,
                                             0x2044, 0x2200, 0x22ff, 0};
        io.Fonts->AddFontFromFileTTF(font_file, font_size, nullptr, ranges);
    }
    ImGui_ImplOpenGL2_Init();
}

PanelHost::~PanelHost() {
    window_.setActive(true);
    ImGui_ImplOpenGL2_Shutdown();
    ImGui::DestroyContext();
}

void PanelHost::handle(const sf::Event& event) {
    ImGuiIO& io = ImGui::GetIO();
    switch (event.type) {
        case sf::Event::MouseMoved:
            io.MousePos = {static_cast<float>(event.mouseMove.x),
                           static_cast<float>(event.mouseMove.y)};
            break;
        case sf::Event::MouseButtonPressed:
        case sf::Event::MouseButtonReleased:
            io.MousePos = {static_cast<float>(event.mouseButton.x),
                           static_cast<float>(event.mouseButton.y)};
            if (event.mouseButton.button < buttons)
                buttons_.note(event.mouseButton.button,
                              event.type == sf::Event::MouseButtonPressed);
            break;
        case sf::Event::MouseWheelScrolled:
            io.MouseWheel += event.mouseWheelScroll.delta;
            break;
        case sf::Event::KeyPressed:
        case sf::Event::KeyReleased:
            if (event.key.code >= 0 && event.key.code < sf::Keyboard::KeyCount)
                keys_.note(static_cast<std::size_t>(event.key.code),
                           event.type == sf::Event::KeyPressed);
            break;
        case sf::Event::TextEntered:
            if (event.text.unicode >= 32 && event.text.unicode != 127)
                io.AddInputCharacter(event.text.unicode);
            break;
        case sf::Event::MouseLeft:
        case sf::Event::LostFocus:
            if (event.type == sf::Event::LostFocus) keys_.release();
            io.MousePos = {-1e6f, -1e6f};
            buttons_.release();
            break;
        default:
            break;
    }
}

bool PanelHost::wants_pointer() const { return ImGui::GetIO().WantCaptureMouse; }
bool PanelHost::wants_keys() const { return ImGui::GetIO().WantTextInput; }

void PanelHost::begin(double seconds) {
    ImGuiIO& io = ImGui::GetIO();
    const sf::Vector2u size = window_.getSize();
    io.DisplaySize = {static_cast<float>(size.x), static_cast<float>(size.y)};
    io.DeltaTime = std::max(static_cast<float>(seconds), 1e-4f);
    for (std::size_t k = 0; k < buttons; ++k) io.MouseDown[k] = buttons_.take(k);
    for (std::size_t k = 0; k < keys; ++k) io.KeysDown[k] = keys_.take(k);
    note_modifiers(io);
    ImGui_ImplOpenGL2_NewFrame();
    ImGui::NewFrame();
}

void PanelHost::end() {
    ImGui::Render();
    // The state that is pushed must be SFML's own, which is not set before something was drawn.
    // Otherwise SFML would take the state that is popped for its own, and draw nothing.
    window_.resetGLStates();
    window_.pushGLStates();
    ImGui_ImplOpenGL2_RenderDrawData(ImGui::GetDrawData());
    window_.popGLStates();
}

void PanelHost::give_up() {
    ImGui::ErrorCheckEndFrameRecover(nullptr);
    ImGui::EndFrame();
}

}  // namespace scree::window
